/*
 * Lowering of memory instructions and queries: which view an instruction expects, addresses, words in and
 * out.
 */
#include <string.h>

#include "atomic.h"
#include "bindings.h"
#include "lower.h"
#include "sample.h"
#include "texel.h"

/* ---- what the view has to be ---- */

static const struct dxbc_resource_decl *declaration(const struct lower *l, const struct dxbc_operand *operand)
{
    bool uav = operand->file == DXBC_FILE_UAV;
    const struct dxbc_resource_decl *list = uav ? l->dxbc->uavs : l->dxbc->resources;
    uint32_t count = uav ? l->dxbc->uav_count : l->dxbc->resource_count;

    /* class linkage before 5.1 computes register numbers, t[r0.x + 0]: what stands there is not known */
    if (operand->index[0].relative && !lower_has_range_ids(l))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].id == (uint32_t)operand->index[0].imm)
            return &list[i];
    }
    return NULL;
}

static enum kernel_view_kind kind_of(uint8_t dimension)
{
    switch (dimension) {
    case DXBC_DIM_BUFFER:
        return KERNEL_VIEW_TYPED_BUFFER;
    case DXBC_DIM_RAW_BUFFER:
        return KERNEL_VIEW_RAW_BUFFER;
    case DXBC_DIM_STRUCTURED_BUFFER:
        return KERNEL_VIEW_STRUCTURED_BUFFER;
    default:
        return KERNEL_VIEW_TEXTURE;
    }
}

/* Kinds of views that an instruction can work on, as bits. */
static uint8_t usable_kinds(uint16_t opcode)
{
    enum {
        TYPED = 1 << KERNEL_VIEW_TYPED_BUFFER,
        RAW = 1 << KERNEL_VIEW_RAW_BUFFER,
        STRUCTURED = 1 << KERNEL_VIEW_STRUCTURED_BUFFER,
        TEXTURE = 1 << KERNEL_VIEW_TEXTURE,
    };

    switch (opcode) {
    case DXBC_OP_LD_RAW:
    case DXBC_OP_LD_RAW_S:
    case DXBC_OP_STORE_RAW:
        return RAW;
    case DXBC_OP_LD_STRUCTURED:
    case DXBC_OP_LD_STRUCTURED_S:
    case DXBC_OP_STORE_STRUCTURED:
    case DXBC_OP_IMM_ATOMIC_ALLOC:
    case DXBC_OP_IMM_ATOMIC_CONSUME:
        return STRUCTURED;
    case DXBC_OP_LD:
    case DXBC_OP_LD_S:
    case DXBC_OP_LD_UAV_TYPED:
    case DXBC_OP_LD_UAV_TYPED_S:
    case DXBC_OP_STORE_UAV_TYPED:
        return TYPED | TEXTURE;
    case DXBC_OP_LDMS:
    case DXBC_OP_LDMS_S:
    case DXBC_OP_SAMPLEINFO:
    case DXBC_OP_SAMPLEPOS:
        return TEXTURE;
    default:
        if (dxbc_opcode_info(opcode)->kind == DXBC_KIND_SAMPLE)
            return TEXTURE;
        return TYPED | RAW | STRUCTURED | TEXTURE;
    }
}

static void describe_view(struct lower *l, const struct dxbc_operand *operand, struct lane_resource *resource)
{
    const struct dxbc_resource_decl *decl = declaration(l, operand);

    resource->dimension = decl ? decl->dimension : l->at->has_dimension ? l->at->dimension : DXBC_DIM_UNKNOWN;
    resource->return_type = decl ? decl->return_types[0] : 0;
    resource->stride = decl ? decl->stride : l->at->stride;
    resource->any = resource->dimension == DXBC_DIM_UNKNOWN;
    resource->any_kinds = usable_kinds(l->at->opcode);
    resource->kind = (uint8_t)kind_of(resource->dimension);
    if (!(resource->any_kinds >> resource->kind & 1))
        resource->kind = KERNEL_VIEW_NONE;
}

static void describe_shared(struct lower *l, const struct dxbc_operand *operand,
                            struct lane_resource *resource)
{
    resource->slot = (uint32_t)operand->index[0].imm;
    for (uint32_t i = 0; i < l->dxbc->tgsm_count; i++) {
        const struct dxbc_tgsm_decl *decl = &l->dxbc->tgsm[i];

        if (decl->slot == resource->slot) {
            resource->structured = decl->structured;
            resource->stride = decl->stride;
            resource->count = decl->count;
            resource->size_bytes = decl->size_bytes;
            return;
        }
        resource->offset += decl->size_bytes;
    }
}

/* A resource operand: its description, and the slot when that is computed. */
struct place {
    uint32_t resource;
    lane_value slot;
    struct lane_resource what;
};

static void open_place(struct lower *l, unsigned number, struct place *place)
{
    const struct dxbc_operand *operand = &l->at->operands[number];
    const struct dxbc_index *slot = &operand->index[lower_has_range_ids(l) ? 1 : 0];

    *place = (struct place){.slot = LANE_NONE, .what = {.file = operand->file}};
    switch (operand->file) {
    case DXBC_FILE_TGSM:
        describe_shared(l, operand, &place->what);
        break;
    case DXBC_FILE_RESOURCE:
    case DXBC_FILE_UAV:
        describe_view(l, operand, &place->what);
        if (slot->relative)
            place->slot = lower_index(l, slot);
        else
            place->what.slot = (uint32_t)slot->imm;
        break;
    default:
        lower_unsupported(l, "an operand", "names a resource that compute shaders do not have");
    }
    place->resource = lane_new_resource(l->out, &place->what);
}

/* Appends a memory operation; the slot, if it is computed, becomes the last source. */
static struct lane_instr *emit_access(struct lower *l, uint16_t op, const struct place *place,
                                      const lane_value *dst, uint8_t dst_count, const lane_value *src,
                                      uint32_t src_count)
{
    uint32_t slots = place->slot != LANE_NONE;
    struct lane_instr *instr = lower_emit(l, op, dst_count, src_count + slots);

    instr->resource = place->resource;
    if (dst_count)
        memcpy(instr->dst, dst, dst_count * sizeof(*dst));
    if (src_count)
        memcpy(instr->src, src, src_count * sizeof(*src));
    if (slots) {
        instr->src[src_count] = place->slot;
        instr->flags |= LANE_SLOT;
    }
    return instr;
}

static lane_value fetch(struct lower *l, unsigned operand, unsigned c)
{
    return lower_source(l, &l->at->operands[operand], c, lower_operand_type(l, operand));
}

/* ---- loads ---- */

/* Words of memory on their way to the registers of operand 0: the resource's swizzle, then the mask. */
struct words {
    struct lower_target target;
    uint8_t count;
    lane_value reg[4];
    uint8_t component[4], place[4];
};

static void open_words(struct lower *l, unsigned resource_operand, struct words *words)
{
    const struct dxbc_operand *resource = &l->at->operands[resource_operand];

    lower_open_target(l, &l->at->operands[0], &words->target);
    words->count = 0;
    for (unsigned c = 0; c < 4; c++) {
        if (!(words->target.mask >> c & 1))
            continue;
        words->component[words->count] = (uint8_t)c;
        words->place[words->count] = resource->swizzle[c];
        words->reg[words->count++] = lower_result(l, &words->target, c);
    }
}

static void write_words(struct lower *l, const struct words *words)
{
    for (unsigned i = 0; i < words->count; i++)
        lower_write(l, &words->target, words->component[i], words->reg[i]);
}

/* The status of a feedback load is 1: every access is mapped. Its register may be an index of the first
 * destination, which is open by now. */
static void write_status(struct lower *l)
{
    struct lower_target target;

    if (strlen(dxbc_opcode_info(l->at->opcode)->dst) < 2)
        return;
    lower_open_target(l, &l->at->operands[1], &target);
    for (unsigned c = 0; c < 4; c++)
        lower_write(l, &target, c, lane_constant(l->out, 1));
}

/* Number of the first source and of the resource operand. */
static unsigned first_source(const struct lower *l)
{
    return (unsigned)strlen(dxbc_opcode_info(l->at->opcode)->dst);
}

static void lower_load(struct lower *l, bool structured)
{
    unsigned first = first_source(l), addresses = structured ? 2 : 1;
    struct lane_instr *instr;
    struct place place;
    struct words words;
    lane_value src[2];

    for (unsigned i = 0; i < addresses; i++)
        src[i] = fetch(l, first + i, 0);
    open_place(l, first + addresses, &place);
    open_words(l, first + addresses, &words);
    instr = emit_access(l, LANE_LOAD, &place, words.reg, words.count, src, addresses);
    memcpy(instr->place, words.place, sizeof(instr->place));
    if (structured)
        instr->flags |= LANE_STRUCTURED;
    write_words(l, &words);
    write_status(l);
}

static void lower_load_typed(struct lower *l, bool mips, bool sample)
{
    unsigned first = first_source(l);
    struct lane_instr *instr;
    struct place place;
    struct words words;
    lane_value src[5];

    for (unsigned c = 0; c < 4; c++)
        src[c] = fetch(l, first, c);
    if (sample)
        src[4] = fetch(l, first + 2, 0);
    open_place(l, first + 1, &place);
    if (!place.what.any && place.what.kind == KERNEL_VIEW_TYPED_BUFFER) { /* ld names a mip there, too */
        mips = false;
        for (unsigned c = 1; c < 4; c++)
            src[c] = lane_constant(l->out, 0);
    }
    open_words(l, first + 1, &words);
    instr = emit_access(l, LANE_LOAD_TYPED, &place, words.reg, words.count, src, sample ? 5 : 4);
    memcpy(instr->place, words.place, sizeof(instr->place));
    instr->imm = mips ? LANE_TEXEL_MIPS : 0;
    if (sample)
        instr->flags |= LANE_SAMPLE;
    write_words(l, &words);
    write_status(l);
}

/* ---- stores ---- */

static void lower_store(struct lower *l, bool structured)
{
    unsigned addresses = structured ? 2 : 1, mask = l->at->operands[0].mask;
    uint8_t components[4], count = 0;
    struct lane_instr *instr;
    struct place place;
    lane_value src[6];

    for (unsigned i = 0; i < addresses; i++)
        src[i] = fetch(l, 1 + i, 0);
    for (unsigned c = 0; c < 4; c++) {
        if (mask >> c & 1) {
            src[addresses + count] = fetch(l, 1 + addresses, c);
            components[count++] = (uint8_t)c;
        }
    }
    open_place(l, 0, &place);
    instr = emit_access(l, LANE_STORE, &place, NULL, 0, src, addresses + count);
    memcpy(instr->place, components, count);
    if (structured)
        instr->flags |= LANE_STRUCTURED;
}

static void lower_store_typed(struct lower *l)
{
    struct place place;
    lane_value src[8];

    for (unsigned c = 0; c < 4; c++) {
        src[c] = fetch(l, 1, c);
        src[4 + c] = fetch(l, 2, c);
    }
    open_place(l, 0, &place);
    emit_access(l, LANE_STORE_TYPED, &place, NULL, 0, src, 8);
}

/* ---- atomics and counters ---- */

static enum atomic_op atomic_op_of(uint16_t opcode)
{
    switch (opcode) {
    case DXBC_OP_ATOMIC_AND:
    case DXBC_OP_IMM_ATOMIC_AND:
        return ATOMIC_AND;
    case DXBC_OP_ATOMIC_OR:
    case DXBC_OP_IMM_ATOMIC_OR:
        return ATOMIC_OR;
    case DXBC_OP_ATOMIC_XOR:
    case DXBC_OP_IMM_ATOMIC_XOR:
        return ATOMIC_XOR;
    case DXBC_OP_ATOMIC_IADD:
    case DXBC_OP_IMM_ATOMIC_IADD:
        return ATOMIC_ADD;
    case DXBC_OP_ATOMIC_IMAX:
    case DXBC_OP_IMM_ATOMIC_IMAX:
        return ATOMIC_IMAX;
    case DXBC_OP_ATOMIC_IMIN:
    case DXBC_OP_IMM_ATOMIC_IMIN:
        return ATOMIC_IMIN;
    case DXBC_OP_ATOMIC_UMAX:
    case DXBC_OP_IMM_ATOMIC_UMAX:
        return ATOMIC_UMAX;
    case DXBC_OP_ATOMIC_UMIN:
    case DXBC_OP_IMM_ATOMIC_UMIN:
        return ATOMIC_UMIN;
    case DXBC_OP_IMM_ATOMIC_EXCH:
        return ATOMIC_EXCHANGE;
    default: /* cmp_store, cmp_exch */
        return ATOMIC_COMPARE_EXCHANGE;
    }
}

/* Components of an atomic's address that mean something. */
static unsigned address_components(const struct lane_resource *what)
{
    if (what->file == DXBC_FILE_TGSM)
        return what->structured ? 2 : 1;
    switch (what->any ? KERNEL_VIEW_NONE : (enum kernel_view_kind)what->kind) {
    case KERNEL_VIEW_RAW_BUFFER:
    case KERNEL_VIEW_TYPED_BUFFER:
        return 1;
    case KERNEL_VIEW_STRUCTURED_BUFFER:
        return 2;
    case KERNEL_VIEW_TEXTURE:
        return texel_axes(what->dimension) + texel_has_slices(what->dimension);
    default:
        return 4;
    }
}

/* A result for every component of the first destination's mask. */
static void spread(struct lower *l, const struct lower_target *target, lane_value value)
{
    for (unsigned c = 0; c < 4; c++)
        lower_write(l, target, c, value);
}

static void lower_atomic(struct lower *l)
{
    enum atomic_op op = atomic_op_of(l->at->opcode);
    bool returns = first_source(l) == 2, compares = op == ATOMIC_COMPARE_EXCHANGE;
    unsigned resource = returns ? 1 : 0, address = resource + 1;
    struct lower_target target = {.mask = 0};
    struct lane_instr *instr;
    struct place place;
    lane_value src[6], old;

    open_place(l, resource, &place);
    for (unsigned c = 0; c < 4; c++)
        src[c] = c < address_components(&place.what) ? fetch(l, address, c) : lane_constant(l->out, 0);
    if (compares)
        src[5] = fetch(l, address + 1, 0);
    src[4] = fetch(l, address + (compares ? 2 : 1), 0);
    if (returns)
        lower_open_target(l, &l->at->operands[0], &target);
    old = target.mask ? lane_new_reg(l->out) : LANE_NONE;
    instr = emit_access(l, LANE_ATOMIC, &place, &old, target.mask ? 1 : 0, src, compares ? 6 : 5);
    instr->imm = op;
    spread(l, &target, old);
}

static void lower_counter(struct lower *l)
{
    struct lower_target target;
    struct place place;
    lane_value value;

    open_place(l, 1, &place);
    lower_open_target(l, &l->at->operands[0], &target);
    value = lane_new_reg(l->out);
    emit_access(l, LANE_COUNTER, &place, &value, 1, NULL, 0)->imm =
        l->at->opcode == DXBC_OP_IMM_ATOMIC_ALLOC ? 1 : UINT32_MAX;
    spread(l, &target, value);
}

void lower_memory(struct lower *l)
{
    switch (l->at->opcode) {
    case DXBC_OP_LD_RAW:
    case DXBC_OP_LD_RAW_S:
        lower_load(l, false);
        break;
    case DXBC_OP_LD_STRUCTURED:
    case DXBC_OP_LD_STRUCTURED_S:
        lower_load(l, true);
        break;
    case DXBC_OP_LD:
    case DXBC_OP_LD_S:
        lower_load_typed(l, true, false);
        break;
    case DXBC_OP_LD_UAV_TYPED:
    case DXBC_OP_LD_UAV_TYPED_S:
        lower_load_typed(l, false, false);
        break;
    case DXBC_OP_LDMS:
    case DXBC_OP_LDMS_S:
        lower_load_typed(l, false, true);
        break;
    case DXBC_OP_STORE_RAW:
        lower_store(l, false);
        break;
    case DXBC_OP_STORE_STRUCTURED:
        lower_store(l, true);
        break;
    case DXBC_OP_STORE_UAV_TYPED:
        lower_store_typed(l);
        break;
    case DXBC_OP_IMM_ATOMIC_ALLOC:
    case DXBC_OP_IMM_ATOMIC_CONSUME:
        lower_counter(l);
        break;
    default:
        lower_atomic(l);
    }
}

/* ---- queries ---- */

void lower_query(struct lower *l)
{
    bool argument_first = l->at->opcode == DXBC_OP_RESINFO,
         argument_last = l->at->opcode == DXBC_OP_SAMPLEPOS;
    unsigned resource = argument_first ? 2 : 1;
    lane_value argument = lane_constant(l->out, 0);
    struct lane_instr *instr;
    struct place place;
    struct words words;

    if (argument_first || argument_last)
        argument = fetch(l, argument_first ? 1 : 2, 0);
    open_place(l, resource, &place);
    open_words(l, resource, &words);
    instr = emit_access(l, LANE_QUERY, &place, words.reg, words.count, &argument, 1);
    memcpy(instr->place, words.place, sizeof(instr->place));
    instr->imm = l->at->opcode;
    write_words(l, &words);
}

/* ---- filtered sampling ---- */

/* Components of the parameters that a source operand gives. */
static unsigned parameter_components(unsigned parameter)
{
    switch (parameter) {
    case SAMPLE_COORD:
        return 4;
    case SAMPLE_OFFSET:
        return 2;
    case SAMPLE_DDX:
    case SAMPLE_DDY:
        return 3;
    default:
        return 1;
    }
}

void lower_sample(struct lower *l)
{
    const char *letters = dxbc_opcode_info(l->at->opcode)->src;
    unsigned first = first_source(l), resource = first + (unsigned)(strchr(letters, 't') - letters);
    const struct dxbc_operand *sampler = &l->at->operands[resource + 1];
    const struct dxbc_index *slot = &sampler->index[lower_has_range_ids(l) ? 1 : 0];
    struct sample_op op = sample_op_of(l->at, sampler->swizzle[0]);
    lane_value src[SAMPLE_PARAMETERS + 1];
    struct lane_instr *instr;
    struct place place;
    struct words words;
    uint32_t count = 0;

    for (unsigned p = 0, operand = first; p < SAMPLE_PARAMETERS; p += parameter_components(p)) {
        if (!(op.parameters >> p & 1))
            continue;
        if (operand == resource)
            operand += 2;
        for (unsigned c = 0; c < parameter_components(p); c++)
            src[count++] = fetch(l, operand, c);
        operand++;
    }
    if (slot->relative)
        src[count++] = lower_index(l, slot);
    open_place(l, resource, &place);
    open_words(l, resource, &words);
    instr = emit_access(l, LANE_SAMPLE_VIEW, &place, words.reg, words.count, src, count);
    memcpy(instr->place, words.place, sizeof(instr->place));
    instr->imm = LANE_SAMPLER(slot->relative ? 0 : (uint32_t)slot->imm, op.component);
    if (slot->relative)
        instr->flags |= LANE_SAMPLER_SLOT;
    write_words(l, &words);
    write_status(l);
}
