/*
 * Finds shared memory that had better stand in planes. How addresses are made is known modulo powers of two, from
 * the top down until nothing changes; then each size of element that all accesses keep to is judged by the accesses
 * that become runs of consecutive words, and by those that fall apart.
 */
#include "jit_planes.h"

#include "alloc.h"

#define PLANES_ALL_BITS 32u

/* ---- residues ---- */

static struct jit_residue nothing(void)
{
    return (struct jit_residue){.written = true};
}

static struct jit_residue cut(struct jit_residue r, unsigned bits)
{
    r.bits = (uint8_t)(bits < r.bits ? bits : r.bits);
    if (r.bits < PLANES_ALL_BITS)
        r.rest &= ((uint32_t)1 << r.bits) - 1;
    return r;
}

static unsigned zeros_of(uint32_t number)
{
    return number ? (unsigned)__builtin_ctz(number) : PLANES_ALL_BITS;
}

/* How many of the lowest bits are known to be zero. */
static unsigned zeros(struct jit_residue r)
{
    unsigned known = zeros_of(r.rest);

    return known < r.bits ? known : r.bits;
}

static struct jit_residue known(uint32_t rest, unsigned bits)
{
    return cut((struct jit_residue){.bits = PLANES_ALL_BITS, .written = true, .rest = rest}, bits);
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What is known of a number that is one or the other. */
static struct jit_residue either(struct jit_residue a, struct jit_residue b)
{
    if (!a.written || !b.written)
        return a.written ? a : b;
    return cut(a, smaller(smaller(a.bits, b.bits), zeros_of(a.rest ^ b.rest)));
}

static struct jit_residue product(struct jit_residue a, struct jit_residue b)
{
    /* (a + A * 2^m) * (b + B * 2^n): what is not known is a multiple of these */
    unsigned bits = smaller(a.bits + zeros(b), b.bits + zeros(a));

    return known(a.rest * b.rest, smaller(bits, PLANES_ALL_BITS));
}

/* Bits that are zero in one of them are known, too. */
static struct jit_residue conjunction(struct jit_residue a, struct jit_residue b)
{
    unsigned bits = smaller(a.bits, b.bits);

    if (zeros(a) > bits)
        bits = zeros(a);
    if (zeros(b) > bits)
        bits = zeros(b);
    return known(a.rest & b.rest, bits);
}

static struct jit_residue shifted_up(struct jit_residue a, struct jit_residue by)
{
    unsigned count = by.rest & 31;

    return by.bits == PLANES_ALL_BITS ? known(a.rest << count, smaller(a.bits + count, PLANES_ALL_BITS)) : nothing();
}

static struct jit_residue shifted_down(struct jit_residue a, struct jit_residue by)
{
    unsigned count = by.rest & 31;

    if (by.bits < PLANES_ALL_BITS || a.bits < count)
        return nothing();
    return known(a.rest >> count, a.bits == PLANES_ALL_BITS ? PLANES_ALL_BITS : a.bits - count);
}

/* BFI: bits of `field` from `offset` on, others of `below`. */
static struct jit_residue inserted(const struct jit_residue *s)
{
    unsigned width = s[0].rest & 31, offset = s[1].rest & 31, bits;
    struct jit_residue field = shifted_up(s[2], s[1]);
    uint32_t mask = (((uint32_t)1 << width) - 1) << offset;

    if (s[0].bits < PLANES_ALL_BITS || s[1].bits < PLANES_ALL_BITS)
        return nothing();
    bits = s[3].bits < offset ? s[3].bits : field.bits;
    if (width + offset < 32)
        bits = smaller(bits, s[3].bits < offset ? s[3].bits : offset + width);
    return known((field.rest & mask) | (s[3].rest & ~mask), bits);
}

static struct jit_residue residue_of(const struct lane_program *program, const struct jit_residue *residues,
                                     lane_value value)
{
    if (lane_is_constant(value))
        return known(program->constants[value & ~LANE_CONSTANT], PLANES_ALL_BITS);
    return residues[value];
}

static struct jit_residue result_of(const struct lane_instr *instr, const struct jit_residue *s)
{
    switch (instr->op) {
    case LANE_MOV:
        return s[0];
    case LANE_SELECT:
        return either(s[1], s[2]);
    case LANE_IMIN:
    case LANE_IMAX:
    case LANE_UMIN:
    case LANE_UMAX:
        return either(s[0], s[1]);
    case LANE_IADD:
        return known(s[0].rest + s[1].rest, smaller(s[0].bits, s[1].bits));
    case LANE_ISUB:
        return known(s[0].rest - s[1].rest, smaller(s[0].bits, s[1].bits));
    case LANE_INEG:
        return known(0 - s[0].rest, s[0].bits);
    case LANE_IMUL:
        return product(s[0], s[1]);
    case LANE_IMAD: {
        struct jit_residue p = product(s[0], s[1]);
        return known(p.rest + s[2].rest, smaller(p.bits, s[2].bits));
    }
    case LANE_AND:
        return conjunction(s[0], s[1]);
    case LANE_OR:
        return known(s[0].rest | s[1].rest, smaller(s[0].bits, s[1].bits));
    case LANE_XOR:
        return known(s[0].rest ^ s[1].rest, smaller(s[0].bits, s[1].bits));
    case LANE_NOT:
        return known(~s[0].rest, s[0].bits);
    case LANE_ISHL:
        return shifted_up(s[0], s[1]);
    case LANE_USHR:
        return shifted_down(s[0], s[1]);
    case LANE_BFI:
        return inserted(s);
    default:
        return nothing();
    }
}

/* Returns whether less is known now. */
static bool look_at(const struct lane_program *program, struct jit_residue *residues, const struct lane_instr *instr)
{
    struct jit_residue sources[LANE_MAX_SRC], result = nothing();
    bool changed = false, is_known = instr->op < LANE_OP_COUNT && instr->dst_count == 1;

    for (uint32_t s = 0; is_known && s < instr->src_count; s++) {
        sources[s] = residue_of(program, residues, instr->src[s]);
        if (!sources[s].written)
            return false;
    }
    if (is_known)
        result = result_of(instr, sources);
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        struct jit_residue *to = &residues[instr->dst[d]], now = either(*to, result);

        changed |= now.bits != to->bits || now.written != to->written;
        *to = now;
    }
    return changed;
}

static void find_residues(const struct lane_program *program, struct jit_residue *residues)
{
    bool again = true;

    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        residues[i] = nothing();
    while (again) {
        again = false;
        for (uint32_t i = 0; i < program->instr_count; i++)
            again |= look_at(program, residues, &program->instrs[i]);
    }
}

/* ---- accesses ---- */

/* The operand that says at which word of an element an access begins. */
static struct jit_residue place_in(const struct lane_program *program, const struct jit_residue *residues,
                                   const struct lane_instr *access)
{
    return residue_of(program, residues, access->src[access->flags & LANE_STRUCTURED ? 1 : 0]);
}

uint32_t jit_first_plane(const struct lane_program *program, const struct jit_planes *planes,
                         const struct lane_instr *access)
{
    return place_in(program, planes->residues, access).rest / 4 % planes->of[access->resource];
}

static uint32_t words_moved(const struct lane_instr *access)
{
    if (access->op == LANE_LOAD)
        return access->dst_count;
    return access->src_count - (access->flags & LANE_STRUCTURED ? 2 : 1);
}

/* Does the access begin at one word of elements of so many words, whatever the lane, and stay within the element? */
static bool keeps_to(const struct lane_program *program, const struct jit_residue *residues,
                     const struct lane_instr *access, uint32_t count)
{
    struct jit_residue place = place_in(program, residues, access);
    uint32_t stride = program->resources[access->resource].stride / 4, first = place.rest / 4 % count;
    bool is_power = !(count & (count - 1)), is_structured = access->flags & LANE_STRUCTURED;

    if (is_structured && stride % count)
        return false;
    if (place.bits < PLANES_ALL_BITS ? !is_power || place.bits < 2 + zeros_of(count) : !is_structured && !is_power)
        return false;
    for (uint32_t i = 0; i < words_moved(access); i++) {
        if (first + access->place[i] >= count)
            return false;
    }
    return true;
}

/* Do neighbouring threads want neighbouring elements? */
static bool is_run_of(const struct lane_program *program, const struct lane_instr *access, uint32_t count)
{
    if (access->stride != (int32_t)count)
        return false;
    return access->pattern == LANE_PATTERN_LINEAR ||
           (access->pattern == LANE_PATTERN_ROWS && program->group_size[0] >= 4);
}

static bool is_flat(const struct lane_instr *access)
{
    return access->pattern == LANE_PATTERN_SAME || (access->pattern == LANE_PATTERN_ROWS && !access->stride);
}

/* Words in runs less words that neighbours had side by side in their elements, inner loops before others. Negative:
 * elements had better stay together. */
static int64_t worth_of(const struct lane_program *program, const struct jit_residue *residues, uint32_t resource,
                        uint32_t count)
{
    const uint32_t words = program->resources[resource].size_bytes / 4;
    int64_t worth = 0, weight = 1;

    if (words % count)
        return -1;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (instr->op == LANE_LOOP && weight < (int64_t)1 << 24)
            weight *= 8;
        else if (instr->op == LANE_ENDLOOP && weight > 1)
            weight /= 8;
        if ((instr->op != LANE_LOAD && instr->op != LANE_STORE) || instr->resource != resource)
            continue;
        if (!keeps_to(program, residues, instr, count))
            return -1;
        if (is_run_of(program, instr, count))
            worth += weight * words_moved(instr);
        else if (!is_flat(instr) && words_moved(instr) > 1)
            worth -= weight * words_moved(instr);
    }
    return worth;
}

/* Do only loads and stores of code's own reach it? */
static bool is_code_own(const struct lane_program *program, uint32_t resource)
{
    const struct lane_resource *r = &program->resources[resource];

    if (r->file != DXBC_FILE_TGSM || r->any || r->stride % 4 || r->offset % 4 || (r->structured && !r->stride))
        return false;
    for (uint32_t i = 0; i < program->resource_count; i++) {
        const struct lane_resource *other = &program->resources[i];

        if (i != resource && other->file == DXBC_FILE_TGSM && other->slot == r->slot)
            return false;
    }
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (!lane_is_access(instr->op) || instr->resource != resource)
            continue;
        if ((instr->op != LANE_LOAD && instr->op != LANE_STORE) || instr->flags & LANE_SLOT ||
            !(instr->flags & LANE_STRUCTURED) != !r->structured)
            return false;
    }
    return true;
}

static uint8_t best_count(const struct lane_program *program, const struct jit_residue *residues, uint32_t resource)
{
    int64_t most = 0;
    uint8_t best = 1;

    for (uint8_t count = 2; count <= JIT_MOST_PLANES; count++) {
        int64_t worth = worth_of(program, residues, resource, count);

        if (worth > most)
            most = worth, best = count;
    }
    return best;
}

/* Subroutines share their registers with those that call them. */
bool jit_find_planes(const struct lane_program *program, struct dxbc_arena *arena, struct jit_planes *out)
{
    out->of = dxbc_arena_alloc(arena, program->resource_count + 1, sizeof(*out->of));
    out->residues = dxbc_arena_alloc(arena, program->reg_count, sizeof(*out->residues));
    if (!out->of || !out->residues)
        return false;
    find_residues(program, out->residues);
    for (uint32_t r = 0; r < program->resource_count; r++)
        out->of[r] = !program->has_calls && is_code_own(program, r) ? best_count(program, out->residues, r) : 1;
    return true;
}
