/*
 * The lowering's frame: registers, sources, destinations, and the walk over the program.
 *
 *   - r#.c: a register
 *   - x#[fixed].c: a register, or memory when another index is computed
 *   - cb#[fixed].c: a register that is filled once for a group
 *   - other constants: an operation of their own
 *
 * The program was validated; what is checked here is only whether lanes can run it.
 */
#include "lower.h"

#include <string.h>

#include "alloc.h"
#include "bindings.h"
#include "number.h"

void lower_unsupported(struct lower *l, const char *what, const char *why)
{
    if (l->code == DIAG_OK)
        l->code = diag_set(l->diag, DIAG_UNSUPPORTED, l->at->offset, l->index, "%s %s (instruction %u)", what,
                           why, l->index);
}

/* ---- operations ---- */

struct lane_instr *lower_emit(struct lower *l, uint16_t op, uint8_t dst_count, uint32_t src_count)
{
    return lane_append(l->out, op, dst_count, src_count, l->index);
}

void lower_to(struct lower *l, lane_value dst, uint16_t op, lane_value a, lane_value b, lane_value c)
{
    uint32_t count = a == LANE_NONE ? 0 : b == LANE_NONE ? 1 : c == LANE_NONE ? 2 : 3;
    struct lane_instr *instr = lower_emit(l, op, 1, count);
    const lane_value sources[3] = {a, b, c};

    instr->dst[0] = dst;
    memcpy(instr->src, sources, count * sizeof(*sources));
}

lane_value lower_op(struct lower *l, uint16_t op, lane_value a, lane_value b, lane_value c)
{
    lane_value dst = lane_new_reg(l->out);

    lower_to(l, dst, op, a, b, c);
    return dst;
}

/* ---- registers ---- */

static lane_value temp(uint32_t number, unsigned component)
{
    return LANE_INPUTS + 4 * number + component;
}

static const struct lower_array *find_array(const struct lower *l, uint32_t slot)
{
    for (uint32_t i = 0; i < l->dxbc->indexable_count; i++) {
        if (l->dxbc->indexable[i].slot == slot)
            return &l->x[i];
    }
    return NULL;
}

lane_value lower_named_register(const struct lower *l, const struct dxbc_operand *operand, unsigned component)
{
    const struct lower_array *x;

    if (operand->file == DXBC_FILE_TEMP)
        return temp((uint32_t)operand->index[0].imm, component);
    if (operand->file != DXBC_FILE_INDEXABLE_TEMP || operand->index[1].relative)
        return LANE_NONE;
    x = find_array(l, (uint32_t)operand->index[0].imm);
    if (!x || x->indexed || (uint32_t)operand->index[1].imm >= x->count)
        return LANE_NONE;
    return x->first + 4 * (uint32_t)operand->index[1].imm + component;
}

/* Marks the arrays that an operand, or an index within it, reaches at a computed place. */
static void note_indexing(struct lower *l, const struct dxbc_operand *operand)
{
    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].relative)
            note_indexing(l, operand->index[i].relative);
    }
    if (operand->file == DXBC_FILE_INDEXABLE_TEMP && operand->index[1].relative) {
        struct lower_array *x = (struct lower_array *)find_array(l, (uint32_t)operand->index[0].imm);
        if (x)
            x->indexed = true;
    }
}

static bool place_arrays(struct lower *l)
{
    uint32_t count = l->dxbc->indexable_count;
    struct lane_array *arrays = dxbc_arena_alloc(l->out->arena, count + 1, sizeof(*arrays));

    l->x = dxbc_arena_alloc(l->out->arena, count, sizeof(*l->x));
    if (!l->x || !arrays)
        return false;
    l->out->arrays = arrays;
    for (uint32_t i = 0; i < l->dxbc->instr_count; i++) {
        for (unsigned k = 0; k < l->dxbc->instrs[i].operand_count; k++)
            note_indexing(l, &l->dxbc->instrs[i].operands[k]);
    }
    for (uint32_t i = 0; i < count; i++) {
        l->x[i].count = l->dxbc->indexable[i].count;
        if (l->x[i].indexed) {
            l->x[i].first = l->out->array_count;
            arrays[l->out->array_count++] = (struct lane_array){l->x[i].count, l->dxbc->indexable[i].slot};
            continue;
        }
        l->x[i].first = l->out->reg_count;
        for (uint32_t k = 0; k < 4 * l->x[i].count; k++)
            lane_new_reg(l->out);
    }
    return true;
}

/* ---- sources ---- */

bool lower_has_range_ids(const struct lower *l)
{
    return l->dxbc->major == 5 && l->dxbc->minor >= 1;
}

lane_value lower_index(struct lower *l, const struct dxbc_index *index)
{
    lane_value imm = lane_constant(l->out, (uint32_t)index->imm), relative;

    if (!index->relative)
        return imm;
    relative = lower_source(l, index->relative, 0, LOWER_INT);
    return (uint32_t)index->imm ? lower_op(l, LANE_IADD, relative, imm, LANE_NONE) : relative;
}

static lane_value zero(struct lower *l)
{
    return lane_constant(l->out, 0);
}

static lane_value array_source(struct lower *l, const struct dxbc_operand *operand, unsigned component)
{
    const struct lower_array *x = find_array(l, (uint32_t)operand->index[0].imm);
    const struct dxbc_index *index = &operand->index[1];
    struct lane_instr *instr;
    lane_value at, reg;

    if (!x || (!index->relative && (uint32_t)index->imm >= x->count))
        return zero(l);
    if (!x->indexed) {
        reg = lower_named_register(l, operand, component);
        lower_watch_read(l, reg, LANE_WATCHED_X | (uint32_t)operand->index[0].imm << 16 | (uint32_t)index->imm);
        return reg;
    }
    at = lower_index(l, index);
    reg = lane_new_reg(l->out);
    instr = lower_emit(l, LANE_LOAD_ARRAY, 1, 1);
    instr->dst[0] = reg;
    instr->src[0] = at;
    instr->resource = x->first;
    instr->imm = component;
    return reg;
}

/* The register of a constant at a fixed place; a new one when nobody has asked for it yet. */
static lane_value group_constant(struct lower *l, uint32_t slot, uint32_t vector, unsigned component)
{
    struct lower_constant *constant;

    if (slot >= KERNEL_CONSTANT_BUFFERS)
        return zero(l);
    for (uint32_t i = l->constant_count; i-- > 0;) {
        constant = &l->constants[i];
        if (constant->slot == slot && constant->vector == vector && constant->component == component)
            return constant->reg;
    }
    if (l->constant_count == l->constant_room) {
        uint32_t room = l->constant_room ? 2 * l->constant_room : 64;
        struct lower_constant *more = dxbc_arena_alloc(l->out->arena, room, sizeof(*more));
        if (!more) {
            l->out->out_of_memory = true;
            return zero(l);
        }
        if (l->constant_count)
            memcpy(more, l->constants, l->constant_count * sizeof(*more));
        l->constants = more;
        l->constant_room = room;
    }
    constant = &l->constants[l->constant_count++];
    *constant = (struct lower_constant){slot, vector, component, lane_new_reg(l->out)};
    return constant->reg;
}

static lane_value constant_source(struct lower *l, const struct dxbc_operand *operand, unsigned component)
{
    unsigned first = lower_has_range_ids(l) ? 1 : 0;
    const struct dxbc_index *slot = &operand->index[first], *vector = &operand->index[first + 1];
    struct lane_instr *instr;
    lane_value at[2], reg;

    if (!slot->relative && !vector->relative)
        return group_constant(l, (uint32_t)slot->imm, (uint32_t)vector->imm, component);
    at[0] = lower_index(l, slot);
    at[1] = lower_index(l, vector);
    reg = lane_new_reg(l->out);
    instr = lower_emit(l, LANE_LOAD_CONST, 1, 2);
    instr->dst[0] = reg;
    memcpy(instr->src, at, sizeof(at));
    instr->imm = component;
    return reg;
}

/* One index, and a number for the component: the immediate constant buffer and this[]. */
static lane_value indexed_source(struct lower *l, uint16_t op, const struct dxbc_operand *operand,
                                 unsigned component)
{
    lane_value at = lower_index(l, &operand->index[0]);
    lane_value reg = lower_op(l, op, at, LANE_NONE, LANE_NONE);

    if (l->out->instr_count)
        l->out->instrs[l->out->instr_count - 1].imm = component;
    return reg;
}

static lane_value immediate_vector(struct lower *l, const struct dxbc_operand *operand, unsigned component)
{
    uint32_t vector = (uint32_t)operand->index[0].imm;

    if (operand->index[0].relative)
        return indexed_source(l, LANE_LOAD_ICB, operand, component);
    return lane_constant(l->out,
                         vector < l->dxbc->icb_count ? l->dxbc->icb[(size_t)vector * 4 + component] : 0);
}

static lane_value cycles(struct lower *l, unsigned component)
{
    lane_value reg;

    if (component > 1)
        return zero(l);
    reg = lower_op(l, LANE_CYCLES, LANE_NONE, LANE_NONE, LANE_NONE);
    if (l->out->instr_count)
        l->out->instrs[l->out->instr_count - 1].imm = component;
    return reg;
}

lane_value lower_plain_source(struct lower *l, const struct dxbc_operand *operand, unsigned component)
{
    unsigned c = operand->swizzle[component];

    switch (operand->file) {
    case DXBC_FILE_TEMP:
        lower_watch_read(l, lower_named_register(l, operand, c), (uint32_t)operand->index[0].imm);
        return lower_named_register(l, operand, c);
    case DXBC_FILE_INDEXABLE_TEMP:
        return array_source(l, operand, c);
    case DXBC_FILE_IMMEDIATE32:
        return lane_constant(l->out, operand->imm[c]);
    case DXBC_FILE_IMMEDIATE64:
        return lane_constant(l->out, operand->imm[component]);
    case DXBC_FILE_CONSTANT_BUFFER:
        return constant_source(l, operand, c);
    case DXBC_FILE_IMMEDIATE_CB:
        return immediate_vector(l, operand, c);
    case DXBC_FILE_THIS:
        return indexed_source(l, LANE_LOAD_THIS, operand, c);
    case DXBC_FILE_THREAD_ID:
        return c < 3 ? LANE_THREAD_ID + c : zero(l);
    case DXBC_FILE_GROUP_ID:
        return c < 3 ? LANE_GROUP_ID + c : zero(l);
    case DXBC_FILE_THREAD_ID_IN_GROUP:
        return c < 3 ? LANE_THREAD_ID_IN_GROUP + c : zero(l);
    case DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED:
        return LANE_FLATTENED;
    case DXBC_FILE_CYCLE_COUNTER:
        return cycles(l, c);
    case DXBC_FILE_NULL:
        return zero(l);
    default:
        lower_unsupported(l, "an operand", "reads a register that compute shaders do not have");
        return zero(l);
    }
}

/* Modifiers of immediates are applied here and now. */
static lane_value modify_constant(struct lower *l, lane_value value, uint8_t modifier, bool integer)
{
    uint32_t bits = l->out->constants[value & ~LANE_CONSTANT];

    if (modifier & DXBC_MOD_ABS)
        bits = !integer ? num_abs(bits) : bits & NUM_SIGN ? num_ineg(bits) : bits;
    if (modifier & DXBC_MOD_NEG)
        bits = integer ? num_ineg(bits) : num_neg(bits);
    return lane_constant(l->out, bits);
}

lane_value lower_source(struct lower *l, const struct dxbc_operand *operand, unsigned component,
                        enum lower_type type)
{
    lane_value value = lower_plain_source(l, operand, component);
    bool integer = type == LOWER_INT;

    if (!operand->modifier || l->out->out_of_memory)
        return value;
    if (type == LOWER_DOUBLE) {
        if (!(component & 1))
            return value; /* the sign of a double stands in its high half */
        integer = false;
    }
    if (lane_is_constant(value))
        return modify_constant(l, value, operand->modifier, integer);
    if (operand->modifier & DXBC_MOD_ABS)
        value = lower_op(l, integer ? LANE_IABS : LANE_FABS, value, LANE_NONE, LANE_NONE);
    if (operand->modifier & DXBC_MOD_NEG)
        value = lower_op(l, integer ? LANE_INEG : LANE_FNEG, value, LANE_NONE, LANE_NONE);
    return value;
}

enum lower_type lower_operand_type(const struct lower *l, unsigned number)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(l->at->opcode);
    size_t dst_count = strlen(info->dst);
    char letter =
        number >= dst_count && number - dst_count < strlen(info->src) ? info->src[number - dst_count] : 'f';

    if (letter == 'd')
        return LOWER_DOUBLE;
    /* raw bits are floats where instructions move values of any type */
    return letter == 'f' || letter == 'c' || (letter == 'x' && info->literal == 'U') ? LOWER_FLOAT : LOWER_INT;
}

/* ---- destinations ---- */

static void open_array(struct lower *l, const struct dxbc_operand *operand, struct lower_target *target)
{
    const struct lower_array *x = find_array(l, (uint32_t)operand->index[0].imm);
    const struct dxbc_index *index = &operand->index[1];

    if (!x || (!index->relative && (uint32_t)index->imm >= x->count)) {
        target->mask = 0;
    } else if (x->indexed) {
        target->array = x->first;
        target->index = lower_index(l, index);
        if (index->relative && lane_is_register(target->index)) /* what is written may be what it came from */
            target->index = lower_op(l, LANE_MOV, target->index, LANE_NONE, LANE_NONE);
    } else {
        for (unsigned c = 0; c < 4; c++)
            target->reg[c] = x->first + 4 * (uint32_t)index->imm + c;
    }
}

void lower_open_target(struct lower *l, const struct dxbc_operand *operand, struct lower_target *target)
{
    *target = (struct lower_target){
        .mask = operand->mask, .reg = {LANE_NONE, LANE_NONE, LANE_NONE, LANE_NONE}, .index = LANE_NONE};
    switch (operand->file) {
    case DXBC_FILE_NULL:
        target->mask = 0;
        break;
    case DXBC_FILE_TEMP:
        for (unsigned c = 0; c < 4; c++)
            target->reg[c] = temp((uint32_t)operand->index[0].imm, c);
        break;
    case DXBC_FILE_INDEXABLE_TEMP:
        open_array(l, operand, target);
        break;
    default:
        target->mask = 0;
        lower_unsupported(l, "an operand", "writes a register that compute shaders do not have");
    }
}

lane_value lower_result(struct lower *l, const struct lower_target *target, unsigned c)
{
    return target->mask >> c & 1 && target->reg[c] != LANE_NONE ? target->reg[c] : lane_new_reg(l->out);
}

void lower_write(struct lower *l, const struct lower_target *target, unsigned c, lane_value value)
{
    struct lane_instr *instr;

    if (!(target->mask >> c & 1) || value == target->reg[c])
        return;
    if (target->reg[c] != LANE_NONE) {
        lower_to(l, target->reg[c], LANE_MOV, value, LANE_NONE, LANE_NONE);
        return;
    }
    instr = lower_emit(l, LANE_STORE_ARRAY, 0, 2);
    instr->src[0] = target->index;
    instr->src[1] = value;
    instr->resource = target->array;
    instr->imm = c;
}

/* ---- the walk ---- */

static bool reads_cycles(const struct dxbc_operand *operand)
{
    if (operand->file == DXBC_FILE_CYCLE_COUNTER)
        return true;
    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].relative && reads_cycles(operand->index[i].relative))
            return true;
    }
    return false;
}

static void survey(struct lower *l)
{
    for (uint32_t i = 0; i < l->dxbc->instr_count; i++) {
        const struct dxbc_instr *dx = &l->dxbc->instrs[i];
        bool executed = dxbc_opcode_info(dx->opcode)->kind != DXBC_KIND_DCL;

        l->out->has_calls |= dx->opcode == DXBC_OP_LABEL || dx->opcode == DXBC_OP_FCALL;
        l->out->has_barrier |= dx->opcode == DXBC_OP_SYNC && dx->sync & DXBC_SYNC_THREADS;
        for (unsigned k = 0; executed && k < dx->operand_count; k++)
            l->out->has_cycles |= reads_cycles(&dx->operands[k]);
    }
}

static void count_instruction(struct lower *l)
{
    struct dxbc_message message;
    uint8_t kind = dxbc_opcode_info(l->at->opcode)->kind;

    if (!l->out->has_cycles || kind == DXBC_KIND_DCL || l->at->opcode == DXBC_OP_LABEL ||
        (kind == DXBC_KIND_CUSTOM && !dxbc_instr_message(l->at, &message)))
        return;
    lower_emit(l, LANE_COUNT, 0, 0)->imm = 1;
}

static void lower_instr(struct lower *l)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(l->at->opcode);
    struct dxbc_message message;

    count_instruction(l);
    switch ((enum dxbc_kind)info->kind) {
    case DXBC_KIND_ARITH:
        lower_arith(l);
        return;
    case DXBC_KIND_DOT:
        lower_dot(l);
        return;
    case DXBC_KIND_DOUBLE:
        lower_double(l);
        return;
    case DXBC_KIND_FLOW:
    case DXBC_KIND_SYNC:
    case DXBC_KIND_DEBUG:
        lower_flow(l);
        return;
    case DXBC_KIND_LOAD:
    case DXBC_KIND_STORE:
    case DXBC_KIND_ATOMIC:
    case DXBC_KIND_COUNTER:
        lower_memory(l);
        return;
    case DXBC_KIND_QUERY:
        lower_query(l);
        return;
    case DXBC_KIND_CUSTOM:
        if (dxbc_instr_message(l->at, &message))
            lower_message(l);
        return;
    case DXBC_KIND_DCL:
        return;
    case DXBC_KIND_SAMPLE:
        if (!(info->stages & 1u << DXBC_CS))
            break;
        lower_sample(l);
        return;
    case DXBC_KIND_PIXEL:
    case DXBC_KIND_GEOM:
    case DXBC_KIND_HULL:
    case DXBC_KIND_RESERVED:
        break;
    }
    lower_unsupported(l, info->mnemonic, "belongs to a stage that weft does not run yet");
}

/* Loads of the group's constants come first. */
static void put_preamble(struct lower *l)
{
    struct lane_program *out = l->out;
    uint32_t count = out->instr_count;
    struct lane_instr *all;

    l->index = 0;
    for (uint32_t i = 0; i < l->constant_count; i++) {
        const struct lower_constant *constant = &l->constants[i];
        lane_value at[2] = {lane_constant(out, constant->slot), lane_constant(out, constant->vector)};
        struct lane_instr *instr = lower_emit(l, LANE_LOAD_CONST, 1, 2);

        instr->dst[0] = constant->reg;
        memcpy(instr->src, at, sizeof(at));
        instr->imm = constant->component;
    }
    all = dxbc_arena_alloc(out->arena, out->instr_count, sizeof(*all));
    if (!all || out->out_of_memory) {
        out->out_of_memory = true;
        return;
    }
    memcpy(all, out->instrs + count, l->constant_count * sizeof(*all));
    memcpy(all + l->constant_count, out->instrs, count * sizeof(*all));
    out->instrs = all;
    out->instr_room = out->instr_count;
    out->preamble = l->constant_count;
}

static void make_registers(struct lower *l)
{
    uint32_t count = LANE_INPUTS + 4 * l->dxbc->temp_count;

    for (uint32_t i = 0; i < count; i++)
        lane_new_reg(l->out);
    if (!place_arrays(l) ||
        (l->watch && !lower_watch_begin(l->watch, l->out->reg_count, l->out->arena))) {
        l->out->out_of_memory = true;
        return;
    }
    if (l->watch && lower_watch_found(l->watch)) {
        lower_watch_set_array(l->watch, l->out->array_count);
        l->out->arrays[l->out->array_count++] =
            (struct lane_array){(l->out->reg_count - LANE_INPUTS) / 4, LANE_WATCH_SLOT};
    }
}

static enum diag_code lower_once(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                                 struct lower_watch *watch, struct lane_program **out, struct diag *diag)
{
    struct lane_program *program = dxbc_arena_alloc(arena, 1, sizeof(*program));
    struct lower l = {.dxbc = &shader->program, .out = program, .diag = diag, .watch = watch};

    if (!program)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    *program = (struct lane_program){.dxbc = &shader->program, .arena = arena, .pack = 1};
    memcpy(program->group_size, shader->program.thread_group, sizeof(program->group_size));
    survey(&l);
    make_registers(&l);
    for (l.index = 0; l.index < l.dxbc->instr_count && l.code == DIAG_OK && !program->out_of_memory;
         l.index++) {
        l.at = &l.dxbc->instrs[l.index];
        lower_instr(&l);
        lower_watch_step(&l);
    }
    if (l.code == DIAG_OK && !program->out_of_memory)
        put_preamble(&l);
    if (l.code == DIAG_OK && !program->out_of_memory)
        lane_link(program);
    if (program->out_of_memory)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    *out = program;
    return l.code;
}

enum diag_code lower_program(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                             struct lane_program **out, struct diag *diag)
{
    return lower_once(shader, arena, NULL, out, diag);
}

enum diag_code lower_program_watched(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                                     struct lane_program **out, struct diag *diag)
{
    struct lower_watch *watch = lower_watch_create(arena);
    enum diag_code code;

    if (!watch)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    code = lower_once(shader, arena, watch, out, diag);
    return code == DIAG_OK && lower_watch_found(watch) ? lower_once(shader, arena, watch, out, diag) : code;
}
