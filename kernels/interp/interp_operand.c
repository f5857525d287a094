/*
 * Operands of the reference interpreter: rows of sources with swizzle and modifiers, masked writes to
 * registers.
 *
 * Reads outside a constant buffer, the immediate constant buffer or an x# give 0; writes outside an x#
 * vanish. Sources in registers at known places are not copied: a row points into the register file.
 */
#include <string.h>

#include "interp.h"
#include "number.h"

static uint32_t modify(uint32_t value, uint8_t modifier, uint8_t type)
{
    if (type == INTERP_INT) {
        if (modifier & DXBC_MOD_ABS && value & NUM_SIGN)
            value = 0 - value;
        return modifier & DXBC_MOD_NEG ? 0 - value : value;
    }
    if (modifier & DXBC_MOD_ABS)
        value = num_abs(value);
    return modifier & DXBC_MOD_NEG ? num_neg(value) : value;
}

static void splat(uint32_t *row, uint32_t value, uint32_t n)
{
    for (uint32_t lane = 0; lane < n; lane++)
        row[lane] = value;
}

void interp_fetch_index(const struct interp_wave *wave, const struct interp_index *index,
                        uint32_t row[INTERP_LANES])
{
    uint32_t n = interp_span(wave);
    struct interp_rows rows;
    const uint32_t *relative;

    if (!index->relative) {
        splat(row, index->imm, n);
        return;
    }
    relative = interp_fetch_scalar(wave, index->relative, &rows);
    for (uint32_t lane = 0; lane < n; lane++)
        row[lane] = index->imm + relative[lane];
}

/* One word of a constant buffer; anything outside is 0. */
static uint32_t constant_word(const struct bindings *bindings, uint32_t slot, uint32_t vector,
                              unsigned component)
{
    const struct kernel_constant_buffer *buffer;
    uint64_t offset = (uint64_t)vector * 16 + component * 4;
    uint32_t word;

    if (slot >= KERNEL_CONSTANT_BUFFERS)
        return 0;
    buffer = &bindings->constant_buffers[slot];
    if (offset + 4 > buffer->size_bytes)
        return 0;
    memcpy(&word, buffer->data + offset, 4);
    return word;
}

static uint32_t immediate_word(const struct dxbc_program *program, uint32_t vector, unsigned component)
{
    return vector < program->icb_count ? program->icb[(size_t)vector * 4 + component] : 0;
}

/* What stands in an interface slot, for code that reads this[] directly. */
static uint32_t this_word(const struct bindings *bindings, uint32_t slot, unsigned component)
{
    if (slot >= KERNEL_INTERFACES || bindings->interfaces[slot].table < 0)
        return 0;
    return bindings->interfaces[slot].this_data[component];
}

/* A source whose place differs from lane to lane, or is not a register. */
static uint32_t indexed_word(const struct interp_wave *wave, const struct interp_source *source,
                             uint32_t lane, const uint32_t index[2], unsigned component)
{
    const struct bindings *bindings = wave->group->dispatch->bindings;

    switch (source->fetch) {
    case FETCH_INDEXED:
        if (index[0] >= source->count)
            return 0;
        return interp_row_at(wave, source->first_row + 4 * index[0] + component)[lane];
    case FETCH_CONSTANT_BUFFER:
        return constant_word(bindings, index[0], index[1], component);
    case FETCH_IMMEDIATE_CB:
        return immediate_word(wave->kernel->program, index[0], component);
    case FETCH_THIS:
        return this_word(bindings, index[0], component);
    default: /* FETCH_CYCLES: 64 bits in x and y */
        return component == 0 ? (uint32_t)wave->cycles : component == 1 ? (uint32_t)(wave->cycles >> 32) : 0;
    }
}

/* The same place for every lane: most constants. */
static void fetch_uniform(const struct interp_wave *wave, const struct interp_source *source,
                          unsigned components, struct interp_rows *rows)
{
    const uint32_t index[2] = {source->index[0].imm, source->index[1].imm};
    uint32_t n = interp_span(wave);

    for (unsigned i = 0; i < 4; i++) {
        rows->row[i] = rows->data[i];
        if (components >> i & 1)
            splat(rows->data[i], indexed_word(wave, source, 0, index, source->swizzle[i]), n);
    }
}

static void fetch_indexed(const struct interp_wave *wave, const struct interp_source *source,
                          unsigned components, struct interp_rows *rows)
{
    uint32_t n = interp_span(wave), place[2][INTERP_LANES];

    interp_fetch_index(wave, &source->index[0], place[0]);
    interp_fetch_index(wave, &source->index[1], place[1]);
    for (unsigned i = 0; i < 4; i++) {
        rows->row[i] = rows->data[i];
        for (uint32_t lane = 0; components >> i & 1 && lane < n; lane++) {
            uint32_t index[2] = {place[0][lane], place[1][lane]};
            rows->data[i][lane] = indexed_word(wave, source, lane, index, source->swizzle[i]);
        }
    }
}

void interp_fetch(const struct interp_wave *wave, const struct interp_source *source, unsigned components,
                  struct interp_rows *rows)
{
    uint32_t n = interp_span(wave);

    if (source->fetch == FETCH_ROWS) {
        for (unsigned i = 0; i < 4; i++)
            rows->row[i] = interp_row_at(wave, source->first_row + source->swizzle[i]);
    } else if (source->fetch == FETCH_IMMEDIATE) {
        for (unsigned i = 0; i < 4; i++) {
            rows->row[i] = rows->data[i];
            if (components >> i & 1)
                splat(rows->data[i], source->imm[i], n);
        }
        return;
    } else if (source->index[0].relative || source->index[1].relative) {
        fetch_indexed(wave, source, components, rows);
    } else {
        fetch_uniform(wave, source, components, rows);
    }
    if (!source->modifier || source->modifier_type == INTERP_DOUBLE)
        return;
    for (unsigned i = 0; i < 4; i++) {
        if (!(components >> i & 1))
            continue;
        for (uint32_t lane = 0; lane < n; lane++)
            rows->data[i][lane] = modify(rows->row[i][lane], source->modifier, source->modifier_type);
        rows->row[i] = rows->data[i];
    }
}

const uint32_t *interp_fetch_scalar(const struct interp_wave *wave, const struct interp_source *source,
                                    struct interp_rows *rows)
{
    interp_fetch(wave, source, 1, rows);
    return rows->row[0];
}

void interp_open_dest(const struct interp_wave *wave, const struct interp_dest *dest,
                      struct interp_target *target)
{
    target->dest = dest;
    if (dest->indexed)
        interp_fetch_index(wave, &dest->index, target->index);
}

void interp_write(struct interp_wave *wave, const struct interp_target *target, unsigned component,
                  const uint32_t *row)
{
    const struct interp_dest *dest = target->dest;
    uint32_t exec = wave->exec, *to;

    if (dest->indexed) {
        INTERP_FOR_EACH_LANE(lane, exec) {
            if (target->index[lane] < dest->count)
                interp_row_at(wave, dest->first_row + 4 * target->index[lane] + component)[lane] = row[lane];
        }
        return;
    }
    to = interp_row_at(wave, dest->first_row + component);
    if (exec == UINT32_MAX) {
        memcpy(to, row, INTERP_LANES * sizeof(*to));
        return;
    }
    INTERP_FOR_EACH_LANE(lane, exec)
        to[lane] = row[lane];
}
