/*
 * Which views may be private, and the way of their words there and back; see private_views.h.
 */
#include "private_views.h"

#include <string.h>

#include "kernel.h"
#include "lane_ir.h"

/* ---- what the program allows ---- */

static bool touches_uav(const struct lane_program *program, const struct lane_instr *instr)
{
    return (lane_is_access(instr->op) || instr->op == LANE_SAMPLE_VIEW) &&
           program->resources[instr->resource].file == DXBC_FILE_UAV;
}

static bool commutes(const struct lane_instr *instr)
{
    return instr->op == LANE_ATOMIC && !instr->dst_count && instr->imm < ATOMIC_EXCHANGE;
}

void private_slots_find(const struct lane_program *program, struct private_slots *out)
{
    uint64_t seen = 0, spoiled = 0;

    *out = (struct private_slots){0};
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        uint32_t slot;
        uint64_t bit;

        if (!touches_uav(program, instr))
            continue;
        slot = program->resources[instr->resource].slot;
        if (instr->flags & LANE_SLOT || slot >= KERNEL_UAVS)
            return;
        bit = UINT64_C(1) << slot;
        if (!commutes(instr) || (seen & bit && out->op[slot] != instr->imm))
            spoiled |= bit;
        out->op[slot] = (uint8_t)instr->imm;
        seen |= bit;
    }
    out->slots = seen & ~spoiled;
}

/* ---- what the bindings allow ---- */

static bool is_buffer(const struct kernel_view *view)
{
    return view->kind == KERNEL_VIEW_RAW_BUFFER || view->kind == KERNEL_VIEW_STRUCTURED_BUFFER ||
           view->kind == KERNEL_VIEW_TYPED_BUFFER;
}

/* Textures have memory of their own, which no buffer shares. */
static bool overlap(const struct kernel_view *view, const struct kernel_view *other)
{
    return is_buffer(other) && view->data < other->data + other->size_bytes &&
           other->data < view->data + view->size_bytes;
}

static bool is_apart(const struct bindings *bindings, uint32_t slot)
{
    const struct kernel_view *view = &bindings->uavs[slot];

    for (uint32_t i = 0; i < KERNEL_UAVS; i++) {
        if (i != slot && overlap(view, &bindings->uavs[i]))
            return false;
    }
    for (uint32_t i = 0; i < KERNEL_RESOURCES; i++) {
        if (overlap(view, &bindings->resources[i]))
            return false;
    }
    for (uint32_t i = 0; i < KERNEL_CONSTANT_BUFFERS; i++) {
        const struct kernel_constant_buffer *buffer = &bindings->constant_buffers[i];

        if (view->data < buffer->data + buffer->size_bytes && buffer->data < view->data + view->size_bytes)
            return false;
    }
    return true;
}

void private_views_find(const struct private_slots *slots, const struct bindings *bindings,
                        struct private_views *out)
{
    out->count = 0;
    out->word_count = 0;
    for (uint64_t rest = slots->slots; rest; rest &= rest - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(rest);
        const struct kernel_view *view = &bindings->uavs[slot];
        struct private_view *own = &out->list[out->count];

        if (!is_buffer(view) || view->size_bytes < sizeof(uint32_t) || !is_apart(bindings, slot))
            continue;
        *own = (struct private_view){.slot = slot,
                                     .op = (enum atomic_op)slots->op[slot],
                                     .words = (uint32_t *)view->data,
                                     .word_count = (size_t)(view->size_bytes / sizeof(uint32_t)),
                                     .first = out->word_count};
        /* copies begin at lines of the cache */
        out->word_count += (own->word_count + 15) & ~(size_t)15;
        out->count++;
    }
}

/* ---- words ---- */

void private_views_bind(const struct private_views *views, const struct bindings *bindings, uint32_t *copy,
                        struct bindings *out)
{
    *out = *bindings;
    for (uint32_t i = 0; i < views->count; i++) {
        const struct private_view *own = &views->list[i];
        uint32_t *words = copy + own->first, begin = atomic_neutral(own->op);

        for (size_t n = 0; begin && n < own->word_count; n++)
            words[n] = begin;
        out->uavs[own->slot].data = (uint8_t *)words;
        out->uavs[own->slot].alone = true;
    }
}

/* Lines that nothing was done to are left alone: they may lie in memory that nobody has touched yet. */
static inline __attribute__((always_inline)) void merge(enum atomic_op op, uint32_t *to, const uint32_t *from,
                                                        size_t count)
{
    enum { LINE = 16 };

    for (size_t i = 0; i < count; i += LINE) {
        size_t end = count - i < LINE ? count : i + LINE;
        uint32_t changed = 0;

        for (size_t n = i; n < end; n++)
            changed |= from[n] ^ atomic_neutral(op);
        for (size_t n = i; changed && n < end; n++)
            to[n] = atomic_result(op, to[n], from[n], 0);
    }
}

static void merge_view(const struct private_view *view, const uint32_t *copy, size_t begin, size_t end)
{
    uint32_t *to = view->words + begin;

    switch (view->op) {
#define CASE(name)                                                                                           \
    case ATOMIC_##name:                                                                                      \
        merge(ATOMIC_##name, to, copy + view->first + begin, end - begin);                                   \
        break;
        ATOMIC_COMMUTING(CASE)
#undef CASE
    default:
        break;
    }
}

void private_views_merge(const struct private_views *views, const uint32_t *copy, size_t begin, size_t end)
{
    for (uint32_t i = 0; i < views->count; i++) {
        const struct private_view *view = &views->list[i];
        size_t from = begin > view->first ? begin - view->first : 0;
        size_t to = end > view->first ? end - view->first : 0;

        to = to < view->word_count ? to : view->word_count;
        if (from < to)
            merge_view(view, copy, from, to);
    }
}
