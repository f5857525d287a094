/*
 * Finds affine values and the patterns of addresses, see lane_affine.h.
 *
 * It follows the same argument as uniform.c: a write without a mask is complete, so whoever reads the
 * register after it got its value from the same execution of the same instruction. Everything starts out
 * undecided and only loses what was thought to be known, until nothing changes: a counter that starts at the
 * thread's number and goes up by the same amount for all is found.
 */
#include "lane_affine.h"

#include <string.h>

#include "alloc.h"
#include "bindings.h"
#include "texel.h"

struct finder {
    struct lane_program *program;
    struct lane_affine *list;
    bool *decided; /* registers that some write gave a form */
    bool changed;
};

static const struct lane_affine nothing = {.known = true, .base = LANE_NONE}, unknown = {.known = false};

static bool is_small(int64_t number)
{
    return number < LANE_AFFINE_LIMIT && number > -LANE_AFFINE_LIMIT;
}

static struct lane_affine common(lane_value result)
{
    return (struct lane_affine){.known = true, .base = result, .scale = 1};
}

static bool is_common(struct lane_affine a)
{
    return a.known && !a.loose && !a.coef[0] && !a.coef[1] && !a.coef[2];
}

/* The same for threads of one y and z. */
static bool is_common_in_row(struct lane_affine a)
{
    return a.known && !a.coef[0];
}

static struct lane_affine loose(lane_value result)
{
    return (struct lane_affine){.known = true, .loose = true, .base = result, .scale = 1};
}

struct lane_affine lane_affine_of(const struct lane_program *program, const struct lane_affine *list,
                                  lane_value value)
{
    if (lane_is_constant(value))
        return (struct lane_affine){.known = true,
                                    .constant = (int32_t)program->constants[value & ~LANE_CONSTANT],
                                    .base = LANE_NONE};
    return list[value];
}

struct lane_affine lane_affine_sum(struct lane_affine a, struct lane_affine b, int64_t factor,
                                   lane_value result)
{
    struct lane_affine sum = {.known = a.known && b.known,
                              .loose = a.loose || b.loose,
                              .constant = a.constant + factor * b.constant};

    for (unsigned axis = 0; axis < 3; axis++) {
        sum.coef[axis] = a.coef[axis] + factor * b.coef[axis];
        sum.known &= is_small(sum.coef[axis]);
    }
    sum.base = a.base != LANE_NONE ? a.base : b.base;
    sum.scale = a.scale + factor * b.scale;
    if ((a.base != LANE_NONE && b.base != LANE_NONE && a.base != b.base) || !is_small(sum.constant) ||
        !is_small(sum.scale)) {
        sum.base = result;
        sum.scale = 1;
        sum.constant = 0;
    }
    return sum;
}

/* ---- operations ---- */

static struct lane_affine source(const struct finder *f, const struct lane_instr *instr, uint32_t s)
{
    return lane_affine_of(f->program, f->list, instr->src[s]);
}

/* A product: with a small constant, or of values that are the same for all threads. */
static struct lane_affine product(const struct finder *f, const struct lane_instr *instr)
{
    const uint32_t *constants = f->program->constants;
    unsigned k = lane_is_constant(instr->src[0]) ? 0 : 1;
    lane_value factor = instr->src[k];

    if (is_common(source(f, instr, 0)) && is_common(source(f, instr, 1)))
        return common(instr->dst[0]);
    if (is_common_in_row(source(f, instr, 0)) && is_common_in_row(source(f, instr, 1)))
        return loose(instr->dst[0]);
    if (!lane_is_constant(factor) || constants[factor & ~LANE_CONSTANT] >= LANE_AFFINE_LIMIT)
        return unknown;
    return lane_affine_sum(nothing, source(f, instr, 1 - k), constants[factor & ~LANE_CONSTANT],
                           instr->dst[0]);
}

static uint32_t small_constant(const struct finder *f, lane_value value)
{
    return lane_is_constant(value) ? f->program->constants[value & ~LANE_CONSTANT] : UINT32_MAX;
}

/* Does the value stay below the limit, in all threads? Only what thread numbers and constants say. */
static bool stays_below(const struct finder *f, struct lane_affine a, int64_t limit)
{
    const uint32_t *size = f->program->group_size;
    int64_t least = a.constant, most = a.constant;

    for (unsigned axis = 0; axis < 3; axis++) {
        if (a.coef[axis] < 0)
            least += a.coef[axis] * (size[axis] - 1);
        else
            most += a.coef[axis] * (size[axis] - 1);
    }
    return a.known && !a.loose && a.base == LANE_NONE && least >= 0 && most < limit;
}

/* x << offset with bits below that do not reach it: how compilers write 2 * x + 1, and 256 * group + thread */
static struct lane_affine inserted(const struct finder *f, const struct lane_instr *instr)
{
    uint32_t width = small_constant(f, instr->src[0]), offset = small_constant(f, instr->src[1]);

    if (width > 31 || offset > 18 || width + offset < 32 ||
        !stays_below(f, source(f, instr, 3), (int64_t)1 << offset))
        return unknown;
    return lane_affine_sum(source(f, instr, 3), source(f, instr, 2), (int64_t)1 << offset, instr->dst[0]);
}

static struct lane_affine shifted(const struct finder *f, const struct lane_instr *instr)
{
    uint32_t shift = small_constant(f, instr->src[1]);

    if (!lane_is_constant(instr->src[1]) || (shift & 31) > 18)
        return unknown;
    return lane_affine_sum(nothing, source(f, instr, 0), (int64_t)1 << (shift & 31), instr->dst[0]);
}

static struct lane_affine result_of(const struct finder *f, const struct lane_instr *instr)
{
    lane_value result = instr->dst[0];

    switch (instr->op) {
    case LANE_MOV:
        return source(f, instr, 0);
    case LANE_IADD:
        return lane_affine_sum(source(f, instr, 0), source(f, instr, 1), 1, result);
    case LANE_ISUB:
        return lane_affine_sum(source(f, instr, 0), source(f, instr, 1), -1, result);
    case LANE_IMUL:
        return product(f, instr);
    case LANE_IMAD:
        return lane_affine_sum(product(f, instr), source(f, instr, 2), 1, result);
    case LANE_BFI:
        return inserted(f, instr);
    case LANE_ISHL:
        return shifted(f, instr);
    default:
        return unknown;
    }
}

/* Some source was not given a form yet: wait for it. */
static bool is_undecided(const struct finder *f, const struct lane_instr *instr)
{
    for (uint32_t s = 0; s < instr->src_count; s++) {
        if (lane_is_register(instr->src[s]) && !f->decided[instr->src[s]])
            return true;
    }
    return false;
}

/* ---- registers ---- */

static bool same_form(struct lane_affine a, struct lane_affine b)
{
    return a.known == b.known && a.loose == b.loose && memcmp(a.coef, b.coef, sizeof(a.coef)) == 0 && a.constant == b.constant &&
           a.scale == b.scale && a.base == b.base;
}

/* Writes that differ in what is the same for all lanes leave the register itself for a base. */
static void merge(struct finder *f, lane_value reg, struct lane_affine form, bool only_write)
{
    struct lane_affine old = f->list[reg], merged = form;

    if (f->decided[reg] && !old.known)
        return;
    if (f->decided[reg] && !only_write && !same_form(old, form)) {
        merged.known = form.known && memcmp(old.coef, form.coef, sizeof(form.coef)) == 0;
        merged.loose |= old.loose;
        merged.base = reg;
        merged.scale = 1;
        merged.constant = 0;
    }
    if (!merged.known)
        merged = unknown;
    f->changed |= !f->decided[reg] || !same_form(old, merged);
    f->decided[reg] = true;
    f->list[reg] = merged;
}

static void set_inputs(struct finder *f)
{
    const uint32_t *size = f->program->group_size;

    for (unsigned axis = 0; axis < 3; axis++) {
        f->list[LANE_THREAD_ID + axis] = common(LANE_THREAD_ID + axis);
        f->list[LANE_THREAD_ID + axis].coef[axis] = 1;
        f->list[LANE_THREAD_ID_IN_GROUP + axis] = nothing;
        f->list[LANE_THREAD_ID_IN_GROUP + axis].coef[axis] = 1;
        f->list[LANE_GROUP_ID + axis] = common(LANE_GROUP_ID + axis);
    }
    f->list[LANE_PACKED] = common(LANE_PACKED);
    f->list[LANE_FLATTENED] = nothing;
    f->list[LANE_FLATTENED].coef[0] = 1;
    f->list[LANE_FLATTENED].coef[1] = size[0];
    f->list[LANE_FLATTENED].coef[2] = (int64_t)size[0] * size[1];
    memset(f->decided, true, LANE_INPUTS * sizeof(*f->decided));
    for (lane_value reg = LANE_INPUTS; reg < f->program->reg_count; reg++) {
        f->decided[reg] = f->program->regs[reg].uniform;
        f->list[reg] = f->decided[reg] ? common(reg) : unknown;
    }
}

static void look_at_all(struct finder *f, const uint8_t *writes)
{
    for (uint32_t i = f->program->preamble; i < f->program->instr_count; i++) {
        const struct lane_instr *instr = &f->program->instrs[i];
        bool simple = instr->dst_count == 1 && !(instr->flags & LANE_MASKED) && instr->op < LANE_OP_COUNT;

        if (instr->flags & LANE_UNIFORM || (simple && is_undecided(f, instr)))
            continue;
        for (uint32_t d = 0; d < instr->dst_count; d++)
            merge(f, instr->dst[d], simple ? result_of(f, instr) : unknown, writes[instr->dst[d]] == 1);
    }
}

/* ---- patterns ---- */

/* What an access addresses: sources from `first` on whose steps go together into one number of words,
 * elements or texels, and sources that only say in which row of texels that is. */
struct address {
    int64_t step[3]; /* of the number, from thread to thread along each axis */
    bool leaves[3];  /* goes to another row along the axis, or where is not known */
};

/* Steps along y and z that are not known. */
static void note_loose(const struct lane_program *program, lane_value value, struct address *address)
{
    if (lane_is_register(value) && program->regs[value].loose)
        address->leaves[1] = address->leaves[2] = true;
}

static bool add_steps(const struct lane_program *program, lane_value value, int64_t factor,
                      struct address *address)
{
    int32_t step[3];

    if (!lane_step_of(program, value, step))
        return false;
    for (unsigned axis = 0; axis < 3; axis++)
        address->step[axis] += factor * step[axis];
    note_loose(program, value, address);
    return true;
}

/* Whatever is not the same for all threads along an axis makes the access leave its row there. */
static bool add_row(const struct lane_program *program, lane_value value, struct address *address)
{
    int32_t step[3];

    if (!lane_step_of(program, value, step))
        return false;
    for (unsigned axis = 0; axis < 3; axis++)
        address->leaves[axis] |= step[axis] != 0;
    note_loose(program, value, address);
    return true;
}

/* Raw and structured memory, in words. */
static bool address_words(const struct lane_program *program, const struct lane_instr *instr,
                          struct address *address)
{
    const struct lane_resource *resource = &program->resources[instr->resource];
    bool structured = instr->op == LANE_ATOMIC
                          ? resource->structured || resource->kind == KERNEL_VIEW_STRUCTURED_BUFFER
                          : instr->flags & LANE_STRUCTURED;

    if (!add_steps(program, instr->src[0], structured ? resource->stride : 1, address) ||
        (structured && !add_steps(program, instr->src[1], 1, address)))
        return false;
    for (unsigned axis = 0; axis < 3; axis++) {
        if (address->step[axis] % 4)
            return false;
        address->step[axis] /= 4;
    }
    return true;
}

/* Elements and texels, along x. */
static bool address_texels(const struct lane_program *program, const struct lane_instr *instr,
                           struct address *address)
{
    uint8_t dimension = program->resources[instr->resource].dimension;
    uint32_t count = texel_axes(dimension) + texel_has_slices(dimension);

    if (!add_steps(program, instr->src[0], 1, address))
        return false;
    for (uint32_t s = 1; s < count; s++) {
        if (!add_row(program, instr->src[s], address))
            return false;
    }
    if (instr->op != LANE_LOAD_TYPED)
        return true;
    return (!(instr->imm & LANE_TEXEL_MIPS) || dimension == DXBC_DIM_BUFFER ||
            add_row(program, instr->src[3], address)) &&
           (!(instr->flags & LANE_SAMPLE) || add_row(program, instr->src[4], address));
}

static bool find_address(const struct lane_program *program, const struct lane_instr *instr,
                         struct address *address)
{
    const struct lane_resource *resource = &program->resources[instr->resource];
    bool typed = instr->op == LANE_LOAD_TYPED || instr->op == LANE_STORE_TYPED ||
                 (instr->op == LANE_ATOMIC && (resource->kind == KERNEL_VIEW_TYPED_BUFFER ||
                                               resource->kind == KERNEL_VIEW_TEXTURE));

    *address = (struct address){.step = {0}};
    if (resource->file != DXBC_FILE_TGSM && resource->any)
        return false;
    if (instr->flags & LANE_SLOT && !add_row(program, instr->src[instr->src_count - 1], address))
        return false;
    return typed ? address_texels(program, instr, address) : address_words(program, instr, address);
}

static void set_pattern(const struct lane_program *program, struct lane_instr *instr)
{
    const uint32_t *size = program->group_size;
    int64_t stride = 0, flat[3] = {1, size[0], (int64_t)size[0] * size[1]};
    bool linear = true, moves = false, found = false;
    struct address address;

    instr->pattern = LANE_PATTERN_ANY;
    if (!find_address(program, instr, &address))
        return;
    for (unsigned axis = 0; axis < 3; axis++) {
        if (size[axis] == 1)
            continue;
        if (!found)
            stride = address.step[axis];
        found = true;
        moves |= address.step[axis] || address.leaves[axis];
        linear &= address.step[axis] == stride * flat[axis] && !address.leaves[axis];
    }
    if (stride > INT32_MAX || stride < INT32_MIN)
        return;
    instr->stride = (int32_t)stride;
    if (!moves)
        instr->pattern = LANE_PATTERN_SAME;
    else if (linear)
        instr->pattern = LANE_PATTERN_LINEAR;
    else if (size[0] > 1 && !address.leaves[0])
        instr->pattern = LANE_PATTERN_ROWS;
}

/* ---- the pass ---- */

static void publish(struct lane_program *program, const struct lane_affine *list)
{
    for (lane_value reg = 0; reg < program->reg_count; reg++) {
        program->regs[reg].affine = list[reg].known;
        program->regs[reg].loose = list[reg].loose;
        for (unsigned axis = 0; axis < 3; axis++)
            program->regs[reg].step[axis] = list[reg].known ? (int32_t)list[reg].coef[axis] : 0;
    }
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (lane_is_access(program->instrs[i].op))
            set_pattern(program, &program->instrs[i]);
    }
}

bool lane_find_affine(struct lane_program *program, struct dxbc_arena *arena, struct lane_affine **out)
{
    struct finder f = {.program = program};
    uint8_t *writes = dxbc_arena_alloc(arena, program->reg_count, sizeof(*writes));

    f.list = dxbc_arena_alloc(arena, program->reg_count, sizeof(*f.list));
    f.decided = dxbc_arena_alloc(arena, program->reg_count, sizeof(*f.decided));
    if (!writes || !f.list || !f.decided)
        return false;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        for (uint32_t d = 0; d < program->instrs[i].dst_count; d++)
            writes[program->instrs[i].dst[d]] += writes[program->instrs[i].dst[d]] < 2;
    }
    set_inputs(&f);
    do {
        f.changed = false;
        look_at_all(&f, writes);
    } while (f.changed);
    publish(program, f.list);
    *out = f.list;
    return true;
}
