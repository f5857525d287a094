/*
 * What is known of registers before code is made: which may hold denormals that LLVM knows of, which are
 * truth values, and which come to conditions.
 *
 * LLVM folds fma, sqrt and rounding of constants without flushing. It finds constants of its own: in loops that
 * it unrolls, and behind stores whose words are loaded again.
 */
#include "jit_emit.h"
#include "number.h"

/* What hands bits on as they are. */
static bool is_transparent(uint16_t op, uint32_t source)
{
    return op == LANE_MOV || op == LANE_FNEG || op == LANE_FABS || (op == LANE_SELECT && source > 0);
}

/* Registers whose bits come to a condition. */
static void find_tested(struct jit *j)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = j->program->instr_count; i-- > 0;) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t s = 0; s < instr->src_count; s++) {
                bool tested = lane_src_letter(instr, s) == 'c' ||
                              (is_transparent(instr->op, s) && j->tested[instr->dst[0]]);

                if (!tested || !lane_is_register(instr->src[s]) || j->tested[instr->src[s]])
                    continue;
                again = j->tested[instr->src[s]] = true;
            }
        }
    }
}

/* ---- constants that LLVM may find ---- */

/* What a register may turn out to be at some time. ZERO: nothing but a zero, an infinity or a NaN, whose multiples
 * are no denormals; accumulators begin so. */
enum known { KNOWN_NOT, KNOWN_ZERO, KNOWN_NUMBER };

static enum known known_of(const struct jit *j, lane_value value)
{
    uint32_t bits;

    if (lane_is_register(value))
        return (enum known)j->known[value];
    bits = j->program->constants[value & ~LANE_CONSTANT] & ~NUM_SIGN;
    return bits == 0 || bits >= NUM_INF ? KNOWN_ZERO : KNOWN_NUMBER;
}

static enum known least(enum known a, enum known b)
{
    return a < b ? a : b;
}

static enum known most(enum known a, enum known b)
{
    return a > b ? a : b;
}

static enum known sum_known(enum known a, enum known b)
{
    return least(a, b) == KNOWN_NOT ? KNOWN_NOT : most(a, b);
}

/* Of a * b + c. */
static enum known fused_known(const struct jit *j, const struct lane_instr *instr)
{
    return sum_known(least(known_of(j, instr->src[0]), known_of(j, instr->src[1])), known_of(j, instr->src[2]));
}

/* LLVM folds fma, but flushes nothing. */
static bool folds_to_denormal(const struct jit *j, const struct lane_instr *instr)
{
    return least(known_of(j, instr->src[0]), known_of(j, instr->src[1])) == KNOWN_NUMBER &&
           known_of(j, instr->src[2]) != KNOWN_NOT;
}

static enum known extreme_known(const struct jit *j, const struct lane_instr *instr, uint32_t first, bool any)
{
    enum known result = known_of(j, instr->src[first]);

    for (uint32_t s = first + 1; s < instr->src_count; s++) {
        enum known other = known_of(j, instr->src[s]);
        result = any ? most(result, other) : least(result, other);
    }
    return result;
}

/* Arithmetic of constants alone is constant; what chooses may choose one at any time. (So do exp and the like inside,
 * but only 0, 1, infinity and NaN.) */
static enum known gives_known(const struct jit *j, const struct lane_instr *instr)
{
    switch (instr->op) {
    case LANE_LOAD:
    case LANE_LOAD_TYPED:
    case LANE_ATOMIC:
        return (enum known)j->told[instr->resource];
    case LANE_LOAD_CONST:
    case LANE_LOAD_THIS:
    case LANE_SAMPLE_VIEW:
    case LANE_QUERY:
        return KNOWN_NOT;
    case LANE_SELECT:
        return extreme_known(j, instr, 1, true);
    case LANE_MIN:
    case LANE_MAX:
    case LANE_IMIN:
    case LANE_IMAX:
    case LANE_UMIN:
    case LANE_UMAX:
    case LANE_OR: /* of words under two masks: one or the other */
    case LANE_XOR:
        return extreme_known(j, instr, 0, true);
    case LANE_ADD:
    case LANE_SUB:
        return sum_known(known_of(j, instr->src[0]), known_of(j, instr->src[1]));
    case LANE_MAD:
    case LANE_MSUB:
    case LANE_NMAD:
        return fused_known(j, instr);
    case LANE_MOV:
    case LANE_FNEG:
    case LANE_FABS:
    case LANE_FLUSH:
    case LANE_CANON:
    case LANE_AND: /* with a mask: 0 or the other */
    case LANE_MUL:
    case LANE_SQRT:
    case LANE_ROUND_NE:
    case LANE_ROUND_NI:
    case LANE_ROUND_PI:
    case LANE_ROUND_Z:
    case LANE_SIN:
    case LANE_SATURATE:
    case LANE_ITOF:
    case LANE_UTOF:
        return extreme_known(j, instr, 0, false);
    case LANE_FRC:
    case LANE_UDIV:
    case LANE_UREM:
    case LANE_F32TOF16:
        return KNOWN_NUMBER;
    default:
        if (instr->op >= LANE_OP_COUNT || lane_dst_letter(instr, 0) == 'm')
            return KNOWN_NUMBER;
        return extreme_known(j, instr, 0, false) == KNOWN_NOT ? KNOWN_NOT : KNOWN_NUMBER;
    }
}

/* The first source of an access that goes to memory: behind the address. */
static uint32_t first_word(const struct lane_instr *instr)
{
    if (instr->op == LANE_STORE_TYPED)
        return 4;
    return instr->op != LANE_STORE ? instr->src_count : instr->flags & LANE_STRUCTURED ? 2 : 1;
}

/* What constants does it put into memory? LLVM hands on what is stored and then loaded. */
static enum known tells(const struct jit *j, const struct lane_instr *instr)
{
    enum known result = instr->op == LANE_ATOMIC ? KNOWN_NUMBER : KNOWN_NOT;

    for (uint32_t s = first_word(instr); s < instr->src_count; s++)
        result = most(result, known_of(j, instr->src[s]));
    return result;
}

static bool raise_known(uint8_t *to, enum known level)
{
    if (*to >= level)
        return false;
    *to = (uint8_t)level;
    return true;
}

static void find_known(struct jit *j)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < j->program->instr_count; i++) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t d = 0; d < instr->dst_count; d++)
                again |= raise_known(&j->known[instr->dst[d]], gives_known(j, instr));
            if (lane_is_access(instr->op))
                again |= raise_known(&j->told[instr->resource], tells(j, instr));
        }
    }
}

/* ---- denormals among them ---- */

static bool is_clean(const struct jit *j, lane_value value)
{
    if (lane_is_register(value))
        return j->clean[value];
    value = j->program->constants[value & ~LANE_CONSTANT];
    return num_flush(value) == value;
}

static bool is_mask(const struct jit *j, lane_value value)
{
    if (lane_is_register(value))
        return j->truth[value];
    value = j->program->constants[value & ~LANE_CONSTANT];
    return value == 0 || value == UINT32_MAX;
}

static bool gives_mask(const struct jit *j, const struct lane_instr *instr, uint32_t d)
{
    if (lane_dst_letter(instr, d) == 'm')
        return true;
    if (instr->op != LANE_MOV && instr->op != LANE_AND && instr->op != LANE_OR && instr->op != LANE_XOR &&
        instr->op != LANE_NOT)
        return false;
    return is_mask(j, instr->src[0]) && (instr->src_count == 1 || is_mask(j, instr->src[1]));
}

static void find_truth(struct jit *j)
{
    for (uint32_t i = 0; i < j->program->reg_count; i++)
        j->truth[i] = i >= LANE_INPUTS;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < j->program->instr_count; i++) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t d = 0; d < instr->dst_count; d++) {
                if (j->truth[instr->dst[d]] && !gives_mask(j, instr, d))
                    again = true, j->truth[instr->dst[d]] = false;
            }
        }
    }
}

/* Flushed results and truth values are no denormals, and what comes from memory is nothing that LLVM knows unless
 * the program puts it there. (Where denormals are kept any that exist count.) */
static bool gives_clean(const struct jit *j, const struct lane_instr *instr, uint32_t d)
{
    char letter = lane_dst_letter(instr, d);

    if (j->keeps_denormals && instr->op >= LANE_OP_COUNT)
        return false;
    if (!j->keeps_denormals && (instr->op == LANE_MAD || instr->op == LANE_MSUB || instr->op == LANE_NMAD))
        return !folds_to_denormal(j, instr);
    if (letter == 'f' || letter == 'm')
        return true;
    switch (instr->op) {
    case LANE_MOV:
    case LANE_FNEG:
    case LANE_FABS:
        return is_clean(j, instr->src[0]);
    case LANE_SELECT:
        return is_clean(j, instr->src[1]) && is_clean(j, instr->src[2]);
    case LANE_AND:
        return (is_mask(j, instr->src[0]) && is_clean(j, instr->src[1])) ||
               (is_mask(j, instr->src[1]) && is_clean(j, instr->src[0]));
    case LANE_CANON:
    case LANE_SATURATE:
    case LANE_ITOF:
    case LANE_UTOF:
    case LANE_F16TOF32:
    case LANE_DTOF:
    case LANE_LOAD_CONST:
    case LANE_LOAD_THIS:
    case LANE_SAMPLE_VIEW:
    case LANE_ATOMIC:
    case LANE_QUERY:
        return true;
    case LANE_LOAD:
    case LANE_LOAD_TYPED:
        return !j->dirty[instr->resource];
    default:
        return false;
    }
}

/* Does it put denormals into memory that LLVM may know of? */
static bool dirties(const struct jit *j, const struct lane_instr *instr)
{
    for (uint32_t s = first_word(instr); s < instr->src_count; s++) {
        if (!is_clean(j, instr->src[s]))
            return true;
    }
    return instr->op == LANE_ATOMIC;
}

static void find_clean(struct jit *j)
{
    for (uint32_t i = 0; i < j->program->reg_count; i++)
        j->clean[i] = i >= LANE_INPUTS;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < j->program->instr_count; i++) {
            const struct lane_instr *instr = &j->program->instrs[i];

            for (uint32_t d = 0; d < instr->dst_count; d++) {
                if (j->clean[instr->dst[d]] && !gives_clean(j, instr, d))
                    again = true, j->clean[instr->dst[d]] = false;
            }
            if (lane_is_access(instr->op) && !j->dirty[instr->resource] && dirties(j, instr))
                again = j->dirty[instr->resource] = true;
        }
    }
}

/* Lanes may end elsewhere than at the program's last instruction. */
static bool find_early_ends(const struct lane_program *program)
{
    for (uint32_t i = 0; i + 1 < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;
        if (op == LANE_RET || op == LANE_RETC || op == LANE_ABORT)
            return true;
    }
    return false;
}

/* The u# that loads reach. Atomics order groups, which stores past the caches must not outrun: as if all were read. */
static uint64_t find_read_uavs(const struct lane_program *program)
{
    uint64_t slots = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *at = &program->instrs[i];

        if (at->op == LANE_ATOMIC || at->op == LANE_COUNTER)
            return UINT64_MAX;
        if (at->op != LANE_LOAD && at->op != LANE_LOAD_TYPED && at->op != LANE_SAMPLE_VIEW)
            continue;
        const struct lane_resource *resource = &program->resources[at->resource];
        if (resource->file == DXBC_FILE_UAV)
            slots |= at->flags & LANE_SLOT || resource->slot >= 64 ? UINT64_MAX : UINT64_C(1) << resource->slot;
    }
    return slots;
}

bool jit_analyse(struct jit *j)
{
    const struct lane_program *program = j->program;
    uint32_t regs = program->reg_count;

    j->places = dxbc_arena_alloc(j->arena, regs, sizeof(*j->places));
    j->running = dxbc_arena_alloc(j->arena, regs, sizeof(*j->running));
    j->tested = dxbc_arena_alloc(j->arena, regs, sizeof(*j->tested));
    j->clean = dxbc_arena_alloc(j->arena, regs, sizeof(*j->clean));
    j->known = dxbc_arena_alloc(j->arena, regs, sizeof(*j->known));
    j->told = dxbc_arena_alloc(j->arena, program->resource_count + 1, sizeof(*j->told));
    j->dirty = dxbc_arena_alloc(j->arena, program->resource_count + 1, sizeof(*j->dirty));
    j->truth = dxbc_arena_alloc(j->arena, regs, sizeof(*j->truth));
    j->in_preamble = dxbc_arena_alloc(j->arena, regs, sizeof(*j->in_preamble));
    j->flow = dxbc_arena_alloc(j->arena, program->instr_count + 1, sizeof(*j->flow));
    j->masks = dxbc_arena_alloc(j->arena, jit_mask_count(program), sizeof(*j->masks));
    j->label_at = dxbc_arena_alloc(j->arena, program->instr_count, sizeof(*j->label_at));
    j->return_to = dxbc_arena_alloc(j->arena, program->instr_count, sizeof(*j->return_to));
    if (!j->places || !j->running || !j->tested || !j->clean || !j->known || !j->told || !j->dirty || !j->truth ||
        !j->in_preamble || !j->flow || !j->masks || !j->label_at || !j->return_to)
        return false;
    j->next_mask = JIT_FIRST_MASK;
    j->ends_early = find_early_ends(program);
    j->read_uavs = find_read_uavs(program);
    for (uint32_t i = 0; i < program->preamble; i++)
        j->in_preamble[program->instrs[i].dst[0]] = true;
    if (!jit_find_ranges(program, j->arena, &j->ranges) || !jit_find_planes(program, j->arena, &j->planes))
        return false;
    find_tested(j);
    find_truth(j);
    find_known(j);
    find_clean(j);
    return jit_find_doubles(j);
}
