/*
 * Constants, copies and dead code, on registers that hold one value each (lane_webs.c); and CANON where bits
 * of float results are looked at.
 *
 * A register that is written once dominates its reads: what it was copied from may be read in its place.
 * Constants are folded with the reference kernels. Products with 1 and the like become FLUSH, so that no
 * compiler behind us has to be trusted to know what denormals do.
 */
#include <string.h>

#include "alloc.h"
#include "lane_passes.h"
#include "number.h"

struct simplifier {
    struct lane_program *program;
    struct lane_table reference;
    uint32_t *writes; /* of each register */
    uint32_t *reads;
    lane_value *copy_of; /* of registers written once: what stands for them, or LANE_NONE */
};

/* ---- constants and copies ---- */

static uint32_t bits_of(const struct lane_program *program, lane_value constant)
{
    return program->constants[constant & ~LANE_CONSTANT];
}

static void become_move(struct lane_instr *instr, uint16_t op, lane_value value)
{
    instr->op = op;
    instr->src_count = 1;
    instr->src[0] = value;
}

/* One result, computed now. */
static void fold(struct simplifier *s, struct lane_instr *instr)
{
    uint32_t values[LANE_MAX_SRC], result[2];
    struct lane_args args = {.dst = {&result[0], &result[1]}, .count = 1};

    for (uint32_t i = 0; i < instr->src_count; i++) {
        values[i] = bits_of(s->program, instr->src[i]);
        args.src[i] = &values[i];
    }
    s->reference.run[instr->op](&args);
    become_move(instr, LANE_MOV, lane_constant(s->program, result[0]));
}

static bool all_constant(const struct lane_instr *instr)
{
    for (uint32_t i = 0; i < instr->src_count; i++) {
        if (!lane_is_constant(instr->src[i]))
            return false;
    }
    return true;
}

static bool is_bits(const struct simplifier *s, lane_value value, uint32_t bits)
{
    return lane_is_constant(value) && bits_of(s->program, value) == bits;
}

/* x * 1, x / 1, x - 0, x + -0 and choices that are made already. */
static void find_identity(struct simplifier *s, struct lane_instr *instr)
{
    lane_value a = instr->src[0], b = instr->src_count > 1 ? instr->src[1] : LANE_NONE;

    switch (instr->op) {
    case LANE_MUL:
        if (is_bits(s, b, NUM_ONE))
            become_move(instr, LANE_FLUSH, a);
        else if (is_bits(s, a, NUM_ONE))
            become_move(instr, LANE_FLUSH, b);
        break;
    case LANE_DIV:
        if (is_bits(s, b, NUM_ONE))
            become_move(instr, LANE_FLUSH, a);
        break;
    case LANE_SUB:
        if (is_bits(s, b, 0))
            become_move(instr, LANE_FLUSH, a);
        break;
    case LANE_ADD:
        if (is_bits(s, b, NUM_SIGN))
            become_move(instr, LANE_FLUSH, a);
        else if (is_bits(s, a, NUM_SIGN))
            become_move(instr, LANE_FLUSH, b);
        break;
    case LANE_IADD:
        if (is_bits(s, b, 0))
            become_move(instr, LANE_MOV, a);
        else if (is_bits(s, a, 0))
            become_move(instr, LANE_MOV, b);
        break;
    case LANE_SELECT:
        if (lane_is_constant(a))
            become_move(instr, LANE_MOV, bits_of(s->program, a) ? b : instr->src[2]);
        break;
    default:
        break;
    }
}

static bool written_once(const struct simplifier *s, lane_value value)
{
    return lane_is_constant(value) || value < LANE_INPUTS || s->writes[value] == 1;
}

static void simplify_forwards(struct simplifier *s)
{
    for (uint32_t i = s->program->preamble; i < s->program->instr_count; i++) {
        struct lane_instr *instr = &s->program->instrs[i];

        for (uint32_t k = 0; k < instr->src_count; k++) {
            lane_value value = instr->src[k];
            if (lane_is_register(value) && s->copy_of[value] != LANE_NONE)
                instr->src[k] = s->copy_of[value];
        }
        if (instr->op >= LANE_OP_COUNT)
            continue;
        if (instr->dst_count == 1 && instr->op != LANE_MOV && all_constant(instr))
            fold(s, instr);
        else
            find_identity(s, instr);
        if (instr->op == LANE_MOV && s->writes[instr->dst[0]] == 1 && written_once(s, instr->src[0]))
            s->copy_of[instr->dst[0]] = instr->src[0];
    }
}

/* ---- dead code ---- */

static bool is_dead(const struct simplifier *s, const struct lane_instr *instr)
{
    if (lane_has_effect(instr) || !instr->dst_count)
        return false;
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        if (s->reads[instr->dst[d]])
            return false;
    }
    return true;
}

static void count_reads(struct simplifier *s, const struct lane_instr *instr, uint32_t change)
{
    for (uint32_t k = 0; k < instr->src_count; k++) {
        if (lane_is_register(instr->src[k]))
            s->reads[instr->src[k]] += change;
    }
}

/* Old values that nobody looks at: they would show an order that nobody can see. */
static struct lane_instr without_unused(const struct simplifier *s, struct lane_instr instr)
{
    if ((instr.op == LANE_ATOMIC || instr.op == LANE_COUNTER) && instr.dst_count && !s->reads[instr.dst[0]])
        instr.dst_count = 0;
    return instr;
}

/* Backwards, so that what only dead code reads is seen to be dead as well. Loops that feed themselves stay.
 */
static void drop_dead(struct simplifier *s)
{
    struct lane_program *program = s->program;
    uint32_t kept = 0;
    bool *dead = dxbc_arena_alloc(program->arena, program->instr_count, sizeof(*dead));

    if (!dead) {
        program->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < program->instr_count; i++)
        count_reads(s, &program->instrs[i], 1);
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = program->instr_count; i-- > 0;) {
            if (dead[i] || !is_dead(s, &program->instrs[i]))
                continue;
            dead[i] = again = true;
            count_reads(s, &program->instrs[i], UINT32_MAX);
        }
    }
    for (uint32_t i = 0, preamble = program->preamble; i < program->instr_count; i++) {
        if (!dead[i])
            program->instrs[kept++] = without_unused(s, program->instrs[i]);
        else if (i < preamble)
            program->preamble--;
    }
    program->instr_count = kept;
}

/* Along an axis of one thread the thread's number is its group's; with one axis left it is the flattened one. */
static void copy_inputs(struct simplifier *s)
{
    const uint32_t *size = s->program->group_size;
    lane_value zero = lane_constant(s->program, 0);

    for (unsigned axis = 0; axis < 3; axis++) {
        if (size[axis] > 1)
            continue;
        s->copy_of[LANE_THREAD_ID + axis] = LANE_GROUP_ID + axis;
        s->copy_of[LANE_THREAD_ID_IN_GROUP + axis] = zero;
    }
    if (size[1] == 1 && size[2] == 1)
        s->copy_of[LANE_FLATTENED] = size[0] == 1 ? zero : LANE_THREAD_ID_IN_GROUP;
}

bool lane_simplify(struct lane_program *program, struct dxbc_arena *arena)
{
    struct simplifier s = {.program = program};

    s.writes = dxbc_arena_alloc(arena, program->reg_count, sizeof(*s.writes));
    s.reads = dxbc_arena_alloc(arena, program->reg_count, sizeof(*s.reads));
    s.copy_of = dxbc_arena_alloc(arena, program->reg_count, sizeof(*s.copy_of));
    if (!s.writes || !s.reads || !s.copy_of)
        return false;
    memset(s.copy_of, 0xFF, program->reg_count * sizeof(*s.copy_of));
    for (uint32_t i = 0; i < program->instr_count; i++) {
        for (uint32_t d = 0; d < program->instrs[i].dst_count; d++)
            s.writes[program->instrs[i].dst[d]]++;
    }
    lane_table_init(&s.reference, CPU_SCALAR);
    copy_inputs(&s);
    simplify_forwards(&s);
    drop_dead(&s);
    lane_link(program);
    return !program->out_of_memory;
}

/* ---- canonical NaNs ---- */

/* What hands bits on as they are: its sources' bits are looked at where its result's are. */
static bool is_transparent(const struct lane_instr *instr, uint32_t s)
{
    return instr->op == LANE_MOV || instr->op == LANE_FNEG || instr->op == LANE_FABS ||
           (instr->op == LANE_SELECT && s > 0);
}

static bool find_exact(const struct lane_program *program, struct dxbc_arena *arena, bool **exact)
{
    bool *list = dxbc_arena_alloc(arena, program->reg_count, sizeof(*list));

    *exact = list;
    for (bool again = list; again;) {
        again = false;
        for (uint32_t i = program->instr_count; i-- > 0;) {
            const struct lane_instr *instr = &program->instrs[i];

            for (uint32_t s = 0; s < instr->src_count; s++) {
                lane_value value = instr->src[s];
                char letter = lane_src_letter(instr, s);

                if (!lane_is_register(value) || list[value] || letter == 'f' || letter == 'c' ||
                    (is_transparent(instr, s) && !list[instr->dst[0]]))
                    continue;
                list[value] = again = true;
            }
        }
    }
    return list;
}

bool lane_canonicalise(struct lane_program *program, struct dxbc_arena *arena, bool all)
{
    struct lane_instr *old = program->instrs;
    uint32_t count = program->instr_count;
    bool *exact;

    if (!find_exact(program, arena, &exact))
        return false;
    program->instrs = NULL;
    program->instr_count = program->instr_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct lane_instr *instr = lane_append(program, old[i].op, 0, 0, 0);

        *instr = old[i];
        for (uint32_t d = 0; d < old[i].dst_count; d++) {
            if (lane_dst_letter(&old[i], d) == 'f' && (all || exact[old[i].dst[d]])) {
                struct lane_instr *canon = lane_append(program, LANE_CANON, 1, 1, old[i].origin);
                canon->dst[0] = canon->src[0] = old[i].dst[d];
            }
        }
    }
    lane_link(program);
    return !program->out_of_memory;
}
