/*
 * Finds the shapes of registers: optimistic, round after round, until nothing changes. A register that is
 * written in several places has the shape that all of them give.
 */
#include "jit_shape.h"

#include <string.h>

static struct jit_shape unknown(void)
{
    return (struct jit_shape){.chunk = 1};
}

static struct jit_shape flat(uint32_t lanes, uint8_t align)
{
    return (struct jit_shape){.chunk = (uint8_t)lanes, .align = align};
}

static uint8_t align_of(uint32_t number)
{
    return number ? (uint8_t)__builtin_ctz(number) : 32;
}

static uint8_t least(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

struct jit_shape jit_shape_of(const struct lane_program *program, const struct jit_shape *shapes, uint32_t lanes,
                              lane_value value)
{
    if (lane_is_constant(value))
        return flat(lanes, align_of(program->constants[value & ~LANE_CONSTANT]));
    return shapes[value];
}

struct jit_shape jit_shape_within(struct jit_shape shape, uint32_t chunk, uint32_t lanes)
{
    if (shape.chunk <= chunk)
        return shape;
    for (uint32_t i = 0; i < lanes; i += chunk) {
        uint32_t first = shape.off[i];

        shape.align = least(shape.align, align_of(first));
        for (uint32_t k = i; k < i + chunk; k++)
            shape.off[k] -= first;
    }
    shape.chunk = (uint8_t)chunk;
    return shape;
}

bool jit_shape_is_flat(const struct jit_shape *shape, uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++) {
        if (shape->off[i])
            return false;
    }
    return shape->chunk > 1;
}

/* ---- operations ---- */

struct rule {
    const struct lane_program *program;
    uint32_t lanes, chunk;
    struct jit_shape a, b, c, d;
};

static struct jit_shape sum(const struct rule *r, struct jit_shape a, struct jit_shape b, uint32_t factor)
{
    struct jit_shape out = {.chunk = (uint8_t)r->chunk, .align = least(a.align, b.align)};

    for (uint32_t i = 0; i < r->lanes; i++)
        out.off[i] = a.off[i] + factor * b.off[i];
    return out;
}

static struct jit_shape times(const struct rule *r, struct jit_shape a, uint32_t factor)
{
    struct jit_shape out = {.chunk = (uint8_t)r->chunk};
    unsigned align = a.align + align_of(factor);

    out.align = (uint8_t)(align > 32 ? 32 : align);
    for (uint32_t i = 0; i < r->lanes; i++)
        out.off[i] = a.off[i] * factor;
    return out;
}

static bool constant_of(const struct lane_program *program, lane_value value, uint32_t *out)
{
    if (!lane_is_constant(value))
        return false;
    *out = program->constants[value & ~LANE_CONSTANT];
    return true;
}

/* All numbers of a shape stay below 1 << align when they are added to a first lane: bits of both do not meet. */
static bool stays_below(const struct rule *r, const struct jit_shape *shape)
{
    for (uint32_t i = 0; i < r->lanes; i++) {
        if (shape->align < 32 && shape->off[i] >> shape->align)
            return false;
    }
    return true;
}

static struct jit_shape product(const struct rule *r, const struct lane_instr *instr)
{
    uint32_t factor;

    if (constant_of(r->program, instr->src[1], &factor))
        return times(r, r->a, factor);
    if (constant_of(r->program, instr->src[0], &factor))
        return times(r, r->b, factor);
    if (jit_shape_is_flat(&r->a, r->lanes) && jit_shape_is_flat(&r->b, r->lanes))
        return flat(r->chunk, 0);
    return unknown();
}

static struct jit_shape masked(const struct rule *r, struct jit_shape a, uint32_t mask)
{
    struct jit_shape out = {.chunk = (uint8_t)r->chunk, .align = a.align};

    if (!stays_below(r, &a))
        return unknown();
    for (uint32_t i = 0; i < r->lanes; i++)
        out.off[i] = a.off[i] & mask;
    return out;
}

static struct jit_shape shifted(const struct rule *r, struct jit_shape a, uint32_t by)
{
    struct jit_shape out = {.chunk = (uint8_t)r->chunk, .align = (uint8_t)(a.align > by ? a.align - by : 0)};

    if (!stays_below(r, &a) || a.align < by)
        return unknown();
    for (uint32_t i = 0; i < r->lanes; i++)
        out.off[i] = a.off[i] >> by;
    return out;
}

/* All bits above the offset: the sum of both, as their bits do not meet. */
static struct jit_shape inserted(const struct rule *r, const struct lane_instr *instr)
{
    uint32_t width, offset, below;
    struct jit_shape out, base;

    if (!constant_of(r->program, instr->src[0], &width) || !constant_of(r->program, instr->src[1], &offset) ||
        width > 31 || offset > 31 || width + offset < 32)
        return unknown();
    out = times(r, r->c, (uint32_t)1 << offset);
    if (!constant_of(r->program, instr->src[3], &below)) {
        base = masked(r, r->d, ((uint32_t)1 << offset) - 1);
        return base.chunk > 1 ? sum(r, out, base, 1) : unknown();
    }
    out.align = least(out.align, align_of(below & (((uint32_t)1 << offset) - 1)));
    return out;
}

/* With sources that are known in these chunks. */
static struct jit_shape result_in(const struct rule *r, const struct lane_instr *instr)
{
    uint32_t k;

    switch (instr->op) {
    case LANE_MOV:
        return r->a;
    case LANE_IADD:
        return sum(r, r->a, r->b, 1);
    case LANE_ISUB:
        return sum(r, r->a, r->b, UINT32_MAX);
    case LANE_IMUL:
        return product(r, instr);
    case LANE_IMAD: {
        struct jit_shape part = product(r, instr);
        return part.chunk > 1 ? sum(r, part, r->c, 1) : part;
    }
    case LANE_ISHL:
        return constant_of(r->program, instr->src[1], &k) ? times(r, r->a, (uint32_t)1 << (k & 31)) : unknown();
    case LANE_USHR:
        return constant_of(r->program, instr->src[1], &k) ? shifted(r, r->a, k & 31) : unknown();
    case LANE_AND:
        if (constant_of(r->program, instr->src[1], &k))
            return masked(r, r->a, k);
        return constant_of(r->program, instr->src[0], &k) ? masked(r, r->b, k) : unknown();
    case LANE_BFI:
        return inserted(r, instr);
    default:
        return unknown();
    }
}

/* Does the same number come of the same sources? Memory does not change while an instruction loads. */
static bool is_pure(const struct lane_program *program, const struct lane_instr *instr)
{
    if (instr->op < LANE_OP_COUNT)
        return true;
    if (instr->op == LANE_LOAD)
        return !(instr->flags & LANE_SLOT) && !program->resources[instr->resource].any;
    return instr->op == LANE_LOAD_CONST || instr->op == LANE_LOAD_ICB;
}

static struct jit_shape result_of(const struct lane_program *program, const struct jit_shape *shapes,
                                  uint32_t lanes, const struct lane_instr *instr)
{
    struct jit_shape sources[LANE_MAX_SRC];

    if (instr->flags & LANE_UNIFORM)
        return flat(lanes, 0);
    if (instr->flags & LANE_MASKED || !is_pure(program, instr) || instr->src_count > LANE_MAX_SRC)
        return unknown();
    for (uint32_t s = 0; s < instr->src_count; s++) {
        sources[s] = jit_shape_of(program, shapes, lanes, instr->src[s]);
        if (!sources[s].chunk)
            return (struct jit_shape){.chunk = 0};
    }
    for (uint32_t chunk = lanes; chunk >= 4; chunk /= 2) {
        struct rule r = {.program = program, .lanes = lanes, .chunk = chunk};
        struct jit_shape within[LANE_MAX_SRC] = {{.chunk = 0}}, out;
        bool known = true, all_flat = true;

        for (uint32_t s = 0; s < instr->src_count; s++) {
            within[s] = jit_shape_within(sources[s], chunk, lanes);
            known &= within[s].chunk == chunk;
            all_flat &= jit_shape_is_flat(&within[s], lanes);
        }
        if (!known)
            continue;
        r.a = within[0];
        r.b = within[1];
        r.c = within[2];
        r.d = within[3];
        out = instr->op < LANE_OP_COUNT ? result_in(&r, instr) : unknown();
        if (out.chunk > 1)
            return out;
        /* loads leave lanes that are not active as they are: only one number for all is safe */
        if (all_flat && (instr->op < LANE_OP_COUNT || chunk == lanes))
            return flat(chunk, 0);
    }
    return unknown();
}

/* ---- registers ---- */

static void set_inputs(const struct lane_program *program, uint32_t lanes, struct jit_shape *shapes)
{
    const uint32_t *size = program->group_size, *distance = program->dxbc->thread_group;

    for (uint32_t i = 0; i < LANE_INPUTS; i++)
        shapes[i] = flat(lanes, 0);
    for (uint32_t i = 0; i < lanes; i++)
        shapes[LANE_FLATTENED].off[i] = i;
    shapes[LANE_FLATTENED].align = align_of(lanes);
    for (unsigned axis = 0; axis < 3; axis++) {
        struct jit_shape *own = &shapes[LANE_THREAD_ID_IN_GROUP + axis];
        /* the smaller axes come round: within strips when their product divides the strip, or the other way round */
        uint32_t below = axis == 0 ? 1 : axis == 1 ? size[0] : size[0] * size[1], round = below * size[axis];

        if (lanes % round == 0 || round % lanes == 0) {
            if (below % lanes != 0 && lanes % below != 0) {
                *own = unknown();
            } else {
                for (uint32_t i = 0; i < lanes; i++)
                    own->off[i] = i / below % size[axis];
                own->align = below < lanes ? align_of(lanes / below) : 0;
            }
        } else if (below % lanes != 0) {
            *own = unknown();
            for (uint32_t chunk = lanes / 2; chunk >= 4 && own->chunk == 1; chunk /= 2) {
                if (round % chunk == 0 && (below % chunk == 0 || chunk % below == 0)) {
                    *own = flat(chunk, below < chunk ? align_of(chunk / below) : 0);
                    for (uint32_t i = 0; i < lanes; i++)
                        own->off[i] = i % chunk / below % size[axis];
                }
            }
        }
        shapes[LANE_THREAD_ID + axis] = *own;
        shapes[LANE_THREAD_ID + axis].align = least(own->align, align_of(distance[axis]));
    }
}

/* Returns whether the register's shape is another one now. */
static bool meet(struct jit_shape *shape, struct jit_shape other, uint32_t lanes)
{
    struct jit_shape old = *shape;

    if (!other.chunk)
        return false;
    if (!shape->chunk) {
        *shape = other;
        return true;
    }
    for (;;) {
        uint32_t chunk = shape->chunk < other.chunk ? shape->chunk : other.chunk;

        if (chunk < 4) {
            *shape = unknown();
            break;
        }
        *shape = jit_shape_within(*shape, chunk, lanes);
        other = jit_shape_within(other, chunk, lanes);
        if (!memcmp(shape->off, other.off, sizeof(other.off))) {
            shape->align = least(shape->align, other.align);
            break;
        }
        if (chunk == 4) {
            *shape = unknown();
            break;
        }
        *shape = jit_shape_within(*shape, chunk / 2, lanes);
    }
    return memcmp(&old, shape, sizeof(old)) != 0;
}

void jit_find_shapes(const struct lane_program *program, uint32_t lanes, struct jit_shape *shapes)
{
    bool again = true;

    memset(shapes, 0, program->reg_count * sizeof(*shapes));
    set_inputs(program, lanes, shapes);
    for (uint32_t i = 0; i < program->reg_count; i++) {
        if (i >= LANE_INPUTS && program->regs[i].uniform)
            shapes[i] = flat(lanes, 0);
    }
    while (again) {
        again = false;
        for (uint32_t i = 0; i < program->instr_count; i++) {
            const struct lane_instr *instr = &program->instrs[i];
            struct jit_shape result;

            if (!instr->dst_count || instr->flags & LANE_UNIFORM)
                continue;
            result = program->has_calls ? unknown() : result_of(program, shapes, lanes, instr);
            for (uint32_t d = 0; d < instr->dst_count; d++)
                again |= meet(&shapes[instr->dst[d]], result, lanes);
        }
    }
    for (uint32_t i = 0; i < program->reg_count; i++) {
        if (!shapes[i].chunk)
            shapes[i] = unknown();
    }
}
