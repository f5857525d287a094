/*
 * Where a NaN or an infinity first comes from: float operations whose results are one while no source is.
 */
#include "check_state.h"

#include <string.h>

enum { EXPONENT = 0x7F800000, FRACTION = 0x007FFFFF };

static bool is_special(uint32_t bits)
{
    return (bits & EXPONENT) == EXPONENT;
}

static void report(struct lanes_strip *strip, const struct lanes_step *step, uint32_t lane, uint32_t bits)
{
    struct check *check = strip->group->dispatch->check;
    uint64_t slot = (uint64_t)check->group_first << 32 | step->ir->origin << CHECK_POSITION_BITS |
                    (strip->first_thread + lane);
    struct check_finding finding = {
        .kind = bits & FRACTION ? CHECK_NOT_A_NUMBER : CHECK_INFINITE,
        .shader = check->shader,
        .first.instruction = CHECK_NO_INSTRUCTION,
        .second = check_actor_of(check, slot, CHECK_NO_ACCESS),
    };

    check_add(check, &finding);
}

/* Results may stand where sources stood, so those are looked at first. */
static void check_numbers(struct lanes_strip *strip, const struct lanes_step *step)
{
    struct check *check = strip->group->dispatch->check;
    uint32_t fresh[LANES_MAX_WORDS] = {0};

    LANES_FOR_EACH(lane, strip)
    {
        bool special = !check->slots;

        for (uint32_t s = 0; s < step->ir->src_count; s++)
            special |= is_special(lanes_value(strip, &step->src[s], lane));
        fresh[lane / LANES_WAVE] |= (uint32_t)!special << lane % LANES_WAVE;
    }
    strip->kernel->unwatched[step - strip->kernel->steps](strip, step);
    LANES_FOR_EACH(lane, strip)
    {
        uint32_t bits = lanes_value(strip, &step->dst[0], lane);

        if (fresh[lane / LANES_WAVE] >> lane % LANES_WAVE & 1 && is_special(bits))
            report(strip, step, lane, bits);
    }
}

lanes_exec *check_numbers_body(const struct lane_instr *instr)
{
    if (instr->op >= LANE_OP_COUNT || !instr->dst_count || !instr->src_count ||
        lane_dst_letter(instr, 0) != 'f')
        return NULL;
    for (uint32_t s = 0; s < instr->src_count; s++) {
        if (lane_src_letter(instr, s) != 'f')
            return NULL;
    }
    return check_numbers;
}
