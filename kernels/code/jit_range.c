/*
 * Finds ranges of registers: upwards from nothing, round after round; what goes on growing may be anything.
 */
#include "jit_range.h"

#include "alloc.h"
#include "lanes.h"

enum { ROUNDS = 4 };

uint32_t jit_range_at(const struct lane_program *program, const struct jit_range *ranges, lane_value value,
                      uint32_t instr)
{
    const struct jit_range *range;

    if (lane_is_constant(value))
        return program->constants[value & ~LANE_CONSTANT];
    range = &ranges[value];
    if (instr >= range->guard_first && instr < range->guard_end)
        return range->guarded;
    return range->most;
}

static uint32_t capped(uint64_t number)
{
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

/* All ones up to the highest bit. */
static uint32_t bits_of(uint32_t number)
{
    return number ? UINT32_MAX >> __builtin_clz(number) : 0;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- operations ---- */

static bool constant_of(const struct lane_program *program, lane_value value, uint32_t *out)
{
    if (!lane_is_constant(value))
        return false;
    *out = program->constants[value & ~LANE_CONSTANT];
    return true;
}

static uint32_t bfi_most(const struct lane_program *program, const struct lane_instr *instr,
                         const uint32_t *most)
{
    uint32_t width, offset, field;

    if (!constant_of(program, instr->src[0], &width) || !constant_of(program, instr->src[1], &offset))
        return UINT32_MAX;
    field = ((uint32_t)1 << (width & 31)) - 1;
    return (smaller(bits_of(most[2]), field) << (offset & 31)) | bits_of(most[3]);
}

static uint32_t result_most(const struct lane_program *program, const struct lane_instr *instr,
                            const uint32_t *most)
{
    uint32_t k;

    switch (instr->op) {
    case LANE_MOV:
        return most[0];
    case LANE_SELECT:
        return larger(most[1], most[2]);
    case LANE_IADD:
        return capped((uint64_t)most[0] + most[1]);
    case LANE_IMUL:
        return capped((uint64_t)most[0] * most[1]);
    case LANE_IMAD:
        return capped((uint64_t)most[0] * most[1] > UINT32_MAX ? UINT64_MAX
                                                               : (uint64_t)most[0] * most[1] + most[2]);
    case LANE_AND:
        return smaller(most[0], most[1]);
    case LANE_OR:
    case LANE_XOR:
        return bits_of(most[0]) | bits_of(most[1]);
    case LANE_ISHL:
        return constant_of(program, instr->src[1], &k) ? capped((uint64_t)most[0] << (k & 31)) : UINT32_MAX;
    case LANE_USHR:
        return constant_of(program, instr->src[1], &k) ? most[0] >> (k & 31) : most[0];
    case LANE_UMIN:
        return smaller(most[0], most[1]);
    case LANE_UMAX:
        return larger(most[0], most[1]);
    case LANE_UDIV:
        return constant_of(program, instr->src[1], &k) && k ? most[0] / k : UINT32_MAX;
    case LANE_UREM:
        return constant_of(program, instr->src[1], &k) && k ? smaller(most[0], k - 1) : UINT32_MAX;
    case LANE_UBFE:
        return constant_of(program, instr->src[0], &k) ? ((uint32_t)1 << (k & 31)) - 1 : UINT32_MAX;
    case LANE_BFI:
        return bfi_most(program, instr, most);
    case LANE_UADDC:
    case LANE_USUBB:
        return 1;
    default:
        return UINT32_MAX;
    }
}

static uint32_t icb_most(const struct lane_program *program, uint32_t component)
{
    uint32_t most = 0; /* what is outside reads 0 */

    for (uint32_t i = 0; i < program->dxbc->icb_count; i++)
        most = larger(most, program->dxbc->icb[4 * i + component]);
    return most;
}

static uint32_t most_of(const struct lane_program *program, const struct jit_range *ranges, uint32_t index)
{
    const struct lane_instr *instr = &program->instrs[index];
    uint32_t most[LANE_MAX_SRC] = {0};

    if (instr->op == LANE_LOAD_ICB)
        return icb_most(program, instr->imm);
    if (instr->op >= LANE_OP_COUNT)
        return UINT32_MAX;
    for (uint32_t s = 0; s < instr->src_count; s++)
        most[s] = jit_range_at(program, ranges, instr->src[s], index);
    return result_most(program, instr, most);
}

/* ---- counters ---- */

/* The counter of a test, what it stays below while the loop goes on; false: no such test. */
static bool read_test(const struct lane_program *program, const struct lane_instr *test, bool leaves_if_true,
                      lane_value *counter, lane_value *limit, bool *is_signed)
{
    bool is_least = test->op == LANE_UGE || test->op == LANE_IGE;

    if (test->op != LANE_UGE && test->op != LANE_IGE && test->op != LANE_ULT && test->op != LANE_ILT)
        return false;
    *is_signed = test->op == LANE_IGE || test->op == LANE_ILT;
    *counter = test->src[0];
    *limit = test->src[1];
    return is_least == leaves_if_true && lane_is_register(*counter) && program->regs[*counter].uniform;
}

/* Signed tests hold for numbers that begin at 0 or above and go up: then they are those of unsigned ones. */
static bool only_goes_up(const struct lane_program *program, lane_value counter, uint32_t step, uint32_t most)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        uint32_t k;

        if (!instr->dst_count || instr->dst[0] != counter)
            continue;
        if (i == step) {
            if (instr->op != LANE_IADD || instr->src[0] != counter ||
                !constant_of(program, instr->src[1], &k) || (uint64_t)k + most > INT32_MAX)
                return false;
        } else if (instr->op != LANE_MOV || !constant_of(program, instr->src[0], &k) || k > INT32_MAX) {
            return false;
        }
    }
    return true;
}

/* The only instruction in the loop that writes the counter, right in its body; or LANE_NONE. */
static uint32_t find_step(const struct lane_program *program, uint32_t loop, uint32_t leave,
                          lane_value counter)
{
    uint32_t depth = 0, step = LANE_NONE;

    for (uint32_t i = loop + 1; i < (uint32_t)program->instrs[loop].target; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        depth += instr->op == LANE_IF || instr->op == LANE_LOOP || instr->op == LANE_SWITCH;
        depth -= instr->op == LANE_ENDIF || instr->op == LANE_ENDLOOP || instr->op == LANE_ENDSWITCH;
        for (uint32_t d = 0; d < instr->dst_count; d++) {
            if (instr->dst[d] != counter)
                continue;
            if (step != LANE_NONE || depth || i < leave)
                return LANE_NONE;
            step = i;
        }
    }
    return step;
}

/* The jump at the head of a loop, and the test that it goes by. */
static void guard_counter(const struct lane_program *program, uint32_t loop, struct jit_range *ranges)
{
    uint32_t leave = loop + 1, test, step, most;
    lane_value counter, limit;
    bool is_signed;

    while (program->instrs[leave].op < LANE_OP_COUNT)
        leave++;
    if (program->instrs[leave].op != LANE_BREAKC ||
        program->instrs[leave].target != program->instrs[loop].target)
        return;
    for (test = leave; test > loop; test--) {
        if (program->instrs[test].dst_count && program->instrs[test].dst[0] == program->instrs[leave].src[0])
            break;
    }
    if (test == loop || !read_test(program, &program->instrs[test],
                                   program->instrs[leave].flags & LANE_TEST_NZ, &counter, &limit, &is_signed))
        return;
    step = find_step(program, loop, leave, counter);
    if (!constant_of(program, limit, &most) || step == LANE_NONE || !most ||
        (is_signed && (most > INT32_MAX || !only_goes_up(program, counter, step, most))))
        return;
    ranges[counter].guard_first = leave + 1;
    ranges[counter].guard_end = step + 1; /* the step reads it, too */
    ranges[counter].guarded = most - 1;
}

/* ---- all ---- */

static void set_inputs(const struct lane_program *program, struct jit_range *ranges)
{
    const uint32_t *size = program->group_size, *distance = program->dxbc->thread_group;
    uint32_t count = (size[0] * size[1] * size[2] + LANES_WAVE - 1) / LANES_WAVE * LANES_WAVE;

    for (unsigned axis = 0; axis < 3; axis++) {
        uint32_t last = axis < 2 ? size[axis] - 1 : (count - 1) / (size[0] * size[1]);

        ranges[LANE_THREAD_ID_IN_GROUP + axis].most = last;
        ranges[LANE_GROUP_ID + axis].most = UINT16_MAX;
        ranges[LANE_THREAD_ID + axis].most = capped((uint64_t)UINT16_MAX * distance[axis] + last);
    }
    ranges[LANE_FLATTENED].most = count - 1;
    ranges[LANE_PACKED].most = size[0];
}

/* Returns whether anything has grown. */
static bool grow(const struct lane_program *program, struct jit_range *ranges, bool for_good)
{
    bool grown = false;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        uint32_t most = program->has_calls ? UINT32_MAX : instr->dst_count ? most_of(program, ranges, i) : 0;

        for (uint32_t d = 0; d < instr->dst_count; d++) {
            struct jit_range *range = &ranges[instr->dst[d]];

            if (most <= range->most)
                continue;
            range->most = for_good ? UINT32_MAX : most;
            grown = true;
        }
    }
    return grown;
}

bool jit_find_ranges(const struct lane_program *program, struct dxbc_arena *arena, struct jit_range **out)
{
    struct jit_range *ranges = dxbc_arena_alloc(arena, program->reg_count, sizeof(*ranges));
    uint32_t round = 0;

    *out = ranges;
    if (!ranges)
        return false;
    set_inputs(program, ranges);
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_LOOP && !program->has_calls)
            guard_counter(program, i, ranges);
    }
    while (grow(program, ranges, round >= ROUNDS))
        round++;
    return true;
}
