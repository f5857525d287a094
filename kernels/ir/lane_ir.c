/*
 * The lowered program as a data structure: building, linking, printing, and a verifier for what passes leave
 * behind.
 */
#include "lane_ir.h"

#include <string.h>

#include "alloc.h"

/* ---- building ---- */

/* Doubles a list that is full. The old one stays in the arena, which goes as a whole. */
static void *grow(struct lane_program *program, void *list, uint32_t used, uint32_t *room, size_t size)
{
    uint32_t more = *room ? *room * 2 : 64;
    void *larger;

    if (used < *room)
        return list;
    larger = dxbc_arena_alloc(program->arena, more, size);
    if (!larger) {
        program->out_of_memory = true;
        return NULL;
    }
    if (used)
        memcpy(larger, list, used * size);
    *room = more;
    return larger;
}

lane_value lane_new_reg(struct lane_program *program)
{
    void *list = grow(program, program->regs, program->reg_count, &program->reg_room, sizeof(*program->regs));

    if (!list)
        return 0;
    program->regs = list;
    return program->reg_count++;
}

lane_value lane_constant(struct lane_program *program, uint32_t bits)
{
    void *list;

    /* the same few come again and again */
    for (uint32_t i = program->constant_count; i-- > 0 && program->constant_count - i <= 64;) {
        if (program->constants[i] == bits)
            return i | LANE_CONSTANT;
    }
    list = grow(program, program->constants, program->constant_count, &program->constant_room,
                sizeof(*program->constants));
    if (!list)
        return 0;
    program->constants = list;
    program->constants[program->constant_count] = bits;
    return program->constant_count++ | LANE_CONSTANT;
}

static bool same_resource(const struct lane_resource *a, const struct lane_resource *b)
{
    return a->file == b->file && a->kind == b->kind && a->dimension == b->dimension &&
           a->return_type == b->return_type && a->any == b->any && a->any_kinds == b->any_kinds &&
           a->slot == b->slot && a->stride == b->stride && a->structured == b->structured && a->count == b->count &&
           a->offset == b->offset && a->size_bytes == b->size_bytes;
}

uint32_t lane_new_resource(struct lane_program *program, const struct lane_resource *resource)
{
    void *list;

    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (same_resource(&program->resources[i], resource))
            return i;
    }
    list = grow(program, program->resources, program->resource_count, &program->resource_room,
                sizeof(*program->resources));

    if (!list)
        return 0;
    program->resources = list;
    program->resources[program->resource_count] = *resource;
    return program->resource_count++;
}

struct lane_instr *lane_append(struct lane_program *program, uint16_t op, uint8_t dst_count,
                               uint32_t src_count, uint32_t origin)
{
    static struct lane_instr nowhere;
    static lane_value nothing[16];
    struct lane_instr *instr = &nowhere;
    lane_value *operands = dxbc_arena_alloc(program->arena, dst_count + src_count, sizeof(*operands));
    void *list =
        grow(program, program->instrs, program->instr_count, &program->instr_room, sizeof(*program->instrs));

    if (list)
        program->instrs = list;
    if (list && operands)
        instr = &program->instrs[program->instr_count++];
    else
        program->out_of_memory = true;
    *instr = (struct lane_instr){.op = op,
                                 .dst_count = dst_count,
                                 .src_count = src_count,
                                 .dst = operands ? operands : nothing,
                                 .src = operands ? operands + dst_count : nothing,
                                 .target = DXBC_NO_TARGET,
                                 .origin = origin};
    if (operands)
        memset(operands, 0xFF, (dst_count + src_count) * sizeof(*operands));
    return instr;
}

/* ---- linking ---- */

enum { DEEPEST = 256 };

/* An opening instruction, and the last one that waits for what comes next. */
struct open {
    uint32_t first, last;
};

static bool opens(uint16_t op)
{
    return op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH;
}

static bool closes(uint16_t op)
{
    return op == LANE_ENDIF || op == LANE_ENDLOOP || op == LANE_ENDSWITCH;
}

static bool continues(uint16_t op)
{
    return op == LANE_ELSE || op == LANE_CASE || op == LANE_DEFAULT;
}

static bool is_jump(uint16_t op)
{
    return op == LANE_BREAK || op == LANE_BREAKC || op == LANE_CONTINUE || op == LANE_CONTINUEC;
}

/* Ends of constructs, and labels of switches, know each other. */
static void link_constructs(struct lane_program *program)
{
    struct open stack[DEEPEST];
    uint32_t depth = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];

        if (opens(instr->op) && depth < DEEPEST) {
            stack[depth++] = (struct open){i, i};
        } else if (continues(instr->op) && depth) {
            struct open *open = &stack[depth - 1];
            if (program->instrs[open->last].op != LANE_SWITCH)
                program->instrs[open->last].target = (int32_t)i;
            open->last = i;
        } else if (closes(instr->op) && depth) {
            struct open *open = &stack[--depth];
            program->instrs[open->last].target = (int32_t)i;
            if (instr->op != LANE_ENDIF)
                program->instrs[open->first].target = (int32_t)i;
            if (instr->op == LANE_ENDLOOP)
                instr->target = (int32_t)open->first;
        }
    }
}

static void link_jumps(struct lane_program *program)
{
    uint32_t stack[DEEPEST], depth = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];
        bool any = instr->op == LANE_BREAK || instr->op == LANE_BREAKC;

        if (opens(instr->op) && depth < DEEPEST)
            stack[depth++] = i;
        else if (closes(instr->op) && depth)
            depth--;
        for (uint32_t k = depth; is_jump(instr->op) && k-- > 0;) {
            uint16_t op = program->instrs[stack[k]].op;
            if (op == LANE_LOOP || (any && op == LANE_SWITCH)) {
                instr->target = program->instrs[stack[k]].target;
                break;
            }
        }
    }
}

static void link_calls(struct lane_program *program)
{
    int32_t *label_at = dxbc_arena_alloc(program->arena, program->dxbc->instr_count, sizeof(*label_at));

    program->label_at = label_at;
    if (!label_at) {
        program->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < program->dxbc->instr_count; i++)
        label_at[i] = DXBC_NO_TARGET;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        if (program->instrs[i].op == LANE_LABEL)
            label_at[program->instrs[i].imm] = (int32_t)i;
    }
    for (uint32_t i = 0; i < program->instr_count; i++) {
        struct lane_instr *instr = &program->instrs[i];
        if (instr->op == LANE_CALL || instr->op == LANE_CALLC)
            instr->target = label_at[instr->imm];
    }
}

void lane_link(struct lane_program *program)
{
    link_constructs(program);
    link_jumps(program);
    if (program->has_calls)
        link_calls(program);
}

/* ---- asking ---- */

const char *lane_op_text(uint16_t op)
{
    static const char *const nodes[] = {
#define NODE(name, text) text,
        LANE_NODES(NODE)
#undef NODE
    };

    return op < LANE_OP_COUNT ? lane_op_infos[op].text : nodes[op - LANE_OP_COUNT];
}

/* The letter of the row'th row of an operation. */
static char row_letter(const char *letters, uint32_t row)
{
    for (; *letters; letters++) {
        uint32_t rows = *letters == 'd' ? 2 : 1;
        if (row < rows)
            return *letters;
        row -= rows;
    }
    return 'x';
}

char lane_src_letter(const struct lane_instr *instr, uint32_t s)
{
    if (instr->op < LANE_OP_COUNT)
        return instr->op == LANE_SELECT && s == 0 ? 'c' : row_letter(lane_op_infos[instr->op].src, s);
    switch (instr->op) {
    case LANE_IF:
    case LANE_BREAKC:
    case LANE_CONTINUEC:
    case LANE_CALLC:
    case LANE_RETC:
        return 'c';
    default:
        return 'x';
    }
}

char lane_dst_letter(const struct lane_instr *instr, uint32_t d)
{
    return instr->op < LANE_OP_COUNT ? row_letter(lane_op_infos[instr->op].dst, d) : 'x';
}

bool lane_is_access(uint16_t op)
{
    return op == LANE_LOAD || op == LANE_STORE || op == LANE_LOAD_TYPED || op == LANE_STORE_TYPED ||
           op == LANE_ATOMIC;
}

bool lane_step_of(const struct lane_program *program, lane_value value, int32_t step[3])
{
    memset(step, 0, 3 * sizeof(*step));
    if (lane_is_constant(value))
        return true;
    if (!program->regs[value].affine)
        return false;
    memcpy(step, program->regs[value].step, 3 * sizeof(*step));
    return true;
}

bool lane_has_effect(const struct lane_instr *instr)
{
    if (instr->op < LANE_OP_COUNT)
        return false;
    switch (instr->op) {
    case LANE_LOAD_CONST:
    case LANE_LOAD_ICB:
    case LANE_LOAD_THIS:
    case LANE_LOAD_ARRAY:
    case LANE_CYCLES:
        return false;
    default: /* loads too: a view that does not fit is reported */
        return true;
    }
}

/* ---- printing ---- */

static void print_value(const struct lane_program *program, lane_value value, FILE *out)
{
    static const char *const inputs[LANE_INPUTS] = {"tid.x", "tid.y",  "tid.z",  "gid.x",  "gid.y",
                                                    "gid.z", "ltid.x", "ltid.y", "ltid.z", "flat",
                                                    "packed"};

    if (value == LANE_NONE)
        fprintf(out, "-");
    else if (lane_is_constant(value))
        fprintf(out, "0x%x", program->constants[value & ~LANE_CONSTANT]);
    else if (value < LANE_INPUTS)
        fprintf(out, "%s", inputs[value]);
    else
        fprintf(out, "%s%u",
                program->regs[value].uniform   ? "u"
                : program->regs[value].crosses ? "c"
                                               : "v",
                value);
}

static void print_resource(const struct lane_resource *resource, FILE *out)
{
    char file = resource->file == DXBC_FILE_UAV ? 'u' : resource->file == DXBC_FILE_TGSM ? 'g' : 't';

    fprintf(out, " %c%u", file, resource->slot);
}

static bool has_resource(uint16_t op)
{
    return op >= LANE_LOAD && op <= LANE_QUERY;
}

static void print_pattern(const struct lane_instr *instr, FILE *out)
{
    static const char *const names[] = {"", " [same", " [linear", " [rows"};

    if (instr->pattern == LANE_PATTERN_SAME)
        fprintf(out, "%s]", names[instr->pattern]);
    else if (instr->pattern != LANE_PATTERN_ANY)
        fprintf(out, "%s %d]", names[instr->pattern], instr->stride);
}

static void print_instr(const struct lane_program *program, const struct lane_instr *instr, FILE *out)
{
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        print_value(program, instr->dst[d], out);
        fprintf(out, d + 1 < instr->dst_count ? ", " : " = ");
    }
    fprintf(out, "%s%s%s", lane_op_text(instr->op), instr->flags & LANE_MASKED ? ".m" : "",
            instr->flags & LANE_TEST_NZ ? "_nz" : "");
    if (has_resource(instr->op))
        print_resource(&program->resources[instr->resource], out);
    if (instr->op == LANE_LOAD_ARRAY || instr->op == LANE_STORE_ARRAY)
        fprintf(out, " x%u", instr->resource);
    if (instr->op >= LANE_OP_COUNT && instr->imm)
        fprintf(out, " #%u", instr->imm);
    for (uint32_t s = 0; s < instr->src_count; s++) {
        fprintf(out, s ? ", " : " ");
        print_value(program, instr->src[s], out);
    }
    print_pattern(instr, out);
    fprintf(out, "\n");
}

void lane_print(const struct lane_program *program, FILE *out)
{
    int depth = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];

        if (i == program->preamble && i)
            fprintf(out, "-- once for a group above\n");
        if (closes(instr->op) || instr->op == LANE_ELSE)
            depth--;
        fprintf(out, "%4u %3u  %*s", i, instr->origin, 2 * depth, "");
        print_instr(program, instr, out);
        if (opens(instr->op) || instr->op == LANE_ELSE)
            depth++;
    }
}

/* ---- verifying ---- */

static const char *check_operands(const struct lane_program *program, const struct lane_instr *instr)
{
    if (instr->op >= LANE_NODE_END)
        return "an operation that does not exist";
    if (instr->op < LANE_OP_COUNT && (lane_row_count(lane_op_infos[instr->op].dst) != instr->dst_count ||
                                      lane_row_count(lane_op_infos[instr->op].src) != instr->src_count))
        return "an operation with the wrong number of operands";
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        if (instr->dst[d] >= program->reg_count || instr->dst[d] < LANE_INPUTS)
            return "a result that is no register of its own";
        for (uint32_t e = 0; e < d; e++) {
            if (instr->dst[e] == instr->dst[d])
                return "two results in one register";
        }
    }
    for (uint32_t s = 0; s < instr->src_count; s++) {
        lane_value value = instr->src[s];
        if (lane_is_constant(value) ? (value & ~LANE_CONSTANT) >= program->constant_count
                                    : value >= program->reg_count)
            return "a source that does not exist";
    }
    if (has_resource(instr->op) && instr->resource >= program->resource_count)
        return "a resource that does not exist";
    if ((instr->op == LANE_LOAD_ARRAY || instr->op == LANE_STORE_ARRAY) &&
        instr->resource >= program->array_count)
        return "an array that does not exist";
    return NULL;
}

static const char *check_uniform(const struct lane_program *program, const struct lane_instr *instr)
{
    for (uint32_t d = 0; d < instr->dst_count; d++) {
        if (program->regs[instr->dst[d]].uniform != !!(instr->flags & LANE_UNIFORM))
            return "a uniform register is written by lanes, or a row by all at once";
    }
    for (uint32_t s = 0; instr->flags & LANE_UNIFORM && s < instr->src_count; s++) {
        if (lane_is_register(instr->src[s]) && !program->regs[instr->src[s]].uniform)
            return "a uniform operation reads a row";
    }
    return NULL;
}

static const char *check_target(const struct lane_program *program, const struct lane_instr *instr)
{
    bool jumps = opens(instr->op) || continues(instr->op) || is_jump(instr->op) ||
                 instr->op == LANE_ENDLOOP || instr->op == LANE_CALL || instr->op == LANE_CALLC;

    if (jumps && (instr->target < 0 || (uint32_t)instr->target >= program->instr_count))
        return "a jump that leads nowhere";
    return NULL;
}

const char *lane_verify(const struct lane_program *program)
{
    uint16_t stack[DEEPEST];
    uint32_t depth = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct lane_instr *instr = &program->instrs[i];
        const char *wrong = check_operands(program, instr);

        if (!wrong)
            wrong = check_uniform(program, instr);
        if (!wrong)
            wrong = check_target(program, instr);
        if (wrong)
            return wrong;
        if (opens(instr->op)) {
            if (depth == DEEPEST)
                return "flow that is nested too deeply";
            stack[depth++] = instr->op;
        } else if (closes(instr->op) || continues(instr->op)) {
            uint16_t wanted = instr->op == LANE_ENDLOOP                           ? LANE_LOOP
                              : instr->op == LANE_ELSE || instr->op == LANE_ENDIF ? LANE_IF
                                                                                  : LANE_SWITCH;
            if (!depth || stack[depth - 1] != wanted)
                return "an end without its beginning";
            depth -= closes(instr->op);
        }
    }
    return depth ? "a construct without its end" : NULL;
}
