/*
 * Sources of the lane executor that are no registers: constant buffers, what stands in interface slots,
 * register arrays, the cycle counter; and messages.
 *
 * Reads outside give 0, writes outside vanish.
 */
#include <string.h>

#include "lanes.h"
#include "message_text.h"

/* A word of a constant buffer. */
static uint32_t constant_word(const struct bindings *bindings, uint32_t slot, uint32_t vector,
                              uint32_t component)
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

/* What an indexed source gives for a lane. */
static uint32_t source_word(const struct lanes_strip *strip, const struct lanes_step *step, uint32_t lane)
{
    const struct bindings *bindings = strip->group->dispatch->bindings;
    const struct dxbc_program *dxbc = strip->kernel->program->dxbc;
    uint32_t first = lanes_value(strip, &step->src[0], lane), component = step->ir->imm;

    switch (step->ir->op) {
    case LANE_LOAD_CONST:
        return constant_word(bindings, first, lanes_value(strip, &step->src[1], lane), component);
    case LANE_LOAD_ICB:
        return first < dxbc->icb_count ? dxbc->icb[(size_t)first * 4 + component] : 0;
    default: /* LOAD_THIS */
        if (first >= KERNEL_INTERFACES || bindings->interfaces[first].table < 0)
            return 0;
        return bindings->interfaces[first].this_data[component];
    }
}

static void load_words(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t *to = lanes_at(strip, &step->dst[0]);

    if (step->ir->flags & LANE_UNIFORM) {
        lanes_splat(to, source_word(strip, step, 0));
        return;
    }
    LANES_FOR_EACH(lane, strip)
    to[lane] = source_word(strip, step, lane);
}

void lanes_LOAD_CONST(struct lanes_strip *strip, const struct lanes_step *step)
{
    load_words(strip, step);
}

void lanes_LOAD_ICB(struct lanes_strip *strip, const struct lanes_step *step)
{
    load_words(strip, step);
}

void lanes_LOAD_THIS(struct lanes_strip *strip, const struct lanes_step *step)
{
    load_words(strip, step);
}

/* Row of component c of the array's first vector; vectors are four rows apart. */
static uint32_t *array_rows(const struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct lanes_kernel *kernel = strip->kernel;

    return strip->base[LANES_STRIP] + kernel->array_offset[step->ir->resource] +
           step->ir->imm * kernel->pitch;
}

void lanes_LOAD_ARRAY(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t count = strip->kernel->program->arrays[step->ir->resource].count, pitch = strip->kernel->pitch;
    const uint32_t *rows = array_rows(strip, step);
    uint32_t *to = lanes_at(strip, &step->dst[0]);

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t index = lanes_value(strip, &step->src[0], lane);
        to[lane] = index < count ? rows[(size_t)index * 4 * pitch + lane] : 0;
    }
}

void lanes_STORE_ARRAY(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t count = strip->kernel->program->arrays[step->ir->resource].count, pitch = strip->kernel->pitch;
    uint32_t *rows = array_rows(strip, step);

    LANES_FOR_EACH(lane, strip)
    {
        uint32_t index = lanes_value(strip, &step->src[0], lane);
        if (index < count)
            rows[(size_t)index * 4 * pitch + lane] = lanes_value(strip, &step->src[1], lane);
    }
}

/* Strips are single waves where cycles are counted. */
void lanes_CYCLES(struct lanes_strip *strip, const struct lanes_step *step)
{
    uint32_t row[LANES_WAVE];

    for (uint32_t i = 0; i < LANES_WAVE; i++)
        row[i] = (uint32_t)(strip->cycles >> (step->ir->imm ? 32 : 0));
    lanes_write(strip, &step->dst[0], row);
}

void lanes_MESSAGE(struct lanes_strip *strip, const struct lanes_step *step)
{
    const struct kernel_dispatch *dispatch = strip->group->dispatch;
    struct dxbc_message message;

    if (!lanes_take_ticket(strip, step) || !dispatch->message ||
        !dxbc_instr_message(&strip->kernel->program->dxbc->instrs[step->ir->origin], &message))
        return;
    lanes_leave_float_mode(strip->group->float_mode);
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t values[MESSAGE_OPERANDS];
        struct message_text text;

        for (uint32_t i = 0; i < step->ir->src_count; i++)
            values[i] = lanes_value(strip, &step->src[i], lane);
        dispatch->message(dispatch->user, message.error,
                          message_format(&text, &message, values, step->ir->src_count));
    }
    strip->group->float_mode = lanes_enter_float_mode();
}
