/*
 * A decoded program becomes prepared instructions: a body for each, operands with their places in the
 * register file resolved. Still one instruction for one instruction, four components wide: nothing is
 * lowered.
 *
 * The program was validated; what is checked here is only whether this executor can run it.
 */
#include <string.h>

#include "alloc.h"
#include "interp.h"

struct builder {
    const struct dxbc_program *program;
    struct interp_kernel *kernel;
    struct diag *diag;
    uint32_t source_count, dest_count, resource_count, sampler_count; /* used so far */
    uint32_t instr; /* the instruction being prepared */
};

static enum diag_code unsupported(struct builder *b, const char *what, const char *why)
{
    return diag_set(b->diag, DIAG_UNSUPPORTED, b->program->instrs[b->instr].offset, b->instr,
                    "%s %s (instruction %u)", what, why, b->instr);
}

/* ---- registers ---- */

/* First row of an x#; false when it is not declared. */
static bool indexable_rows(const struct builder *b, uint32_t slot, uint32_t *first_row, uint32_t *count)
{
    uint32_t row = INTERP_ROW_TEMPS + 4 * b->program->temp_count;

    for (uint32_t i = 0; i < b->program->indexable_count; i++) {
        const struct dxbc_indexable_temp *x = &b->program->indexable[i];
        if (x->slot == slot) {
            *first_row = row;
            *count = x->count;
            return true;
        }
        row += 4 * x->count;
    }
    return false;
}

static uint32_t total_rows(const struct dxbc_program *program)
{
    uint32_t rows = INTERP_ROW_TEMPS + 4 * program->temp_count;

    for (uint32_t i = 0; i < program->indexable_count; i++)
        rows += 4 * program->indexable[i].count;
    return rows;
}

static enum diag_code build_source(struct builder *b, const struct dxbc_operand *operand,
                                   enum interp_type type, struct interp_source *source);

static enum diag_code build_index(struct builder *b, const struct dxbc_index *index, struct interp_index *out)
{
    struct interp_source *relative;

    *out = (struct interp_index){.imm = (uint32_t)index->imm};
    if (!index->relative)
        return DIAG_OK;
    relative = &b->kernel->sources[b->source_count++];
    out->relative = relative;
    return build_source(b, index->relative, INTERP_INT, relative);
}

static void zero_source(struct interp_source *source)
{
    source->fetch = FETCH_ROWS;
    source->first_row = INTERP_ROW_ZERO;
    memset(source->swizzle, 0, sizeof(source->swizzle));
}

static void row_source(struct interp_source *source, uint32_t first_row)
{
    source->fetch = FETCH_ROWS;
    source->first_row = first_row;
}

static enum diag_code build_indexable_source(struct builder *b, const struct dxbc_operand *operand,
                                             struct interp_source *source)
{
    uint32_t first_row, count;
    enum diag_code code = build_index(b, &operand->index[1], &source->index[0]);

    if (!indexable_rows(b, (uint32_t)operand->index[0].imm, &first_row, &count)) {
        zero_source(source);
    } else if (source->index[0].relative) {
        source->fetch = FETCH_INDEXED;
        source->first_row = first_row;
        source->count = count;
    } else if (source->index[0].imm < count) {
        row_source(source, first_row + 4 * source->index[0].imm);
    } else {
        zero_source(source);
    }
    return code;
}

/* Modifiers of 32-bit immediates are applied once and for all. */
static void build_immediate(const struct dxbc_operand *operand, struct interp_source *source)
{
    bool wide = operand->file == DXBC_FILE_IMMEDIATE64;

    source->fetch = FETCH_IMMEDIATE;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t value = operand->imm[wide ? i : operand->swizzle[i]];

        if (source->modifier_type == INTERP_INT) {
            if (operand->modifier & DXBC_MOD_ABS && value >> 31)
                value = 0 - value;
            if (operand->modifier & DXBC_MOD_NEG)
                value = 0 - value;
        } else if (source->modifier_type == INTERP_FLOAT) {
            if (operand->modifier & DXBC_MOD_ABS)
                value &= 0x7FFFFFFF;
            if (operand->modifier & DXBC_MOD_NEG)
                value ^= 0x80000000;
        }
        source->imm[i] = value;
    }
}

static bool has_range_ids(const struct builder *b)
{
    return b->program->major == 5 && b->program->minor >= 1;
}

static enum diag_code build_source(struct builder *b, const struct dxbc_operand *operand,
                                   enum interp_type type, struct interp_source *source)
{
    unsigned first = has_range_ids(b) ? 1 : 0;
    enum diag_code code = DIAG_OK;

    source->modifier = operand->modifier;
    source->modifier_type = (uint8_t)type;
    memcpy(source->swizzle, operand->swizzle, sizeof(source->swizzle));
    switch (operand->file) {
    case DXBC_FILE_TEMP:
        row_source(source, INTERP_ROW_TEMPS + 4 * (uint32_t)operand->index[0].imm);
        break;
    case DXBC_FILE_INDEXABLE_TEMP:
        return build_indexable_source(b, operand, source);
    case DXBC_FILE_IMMEDIATE32:
    case DXBC_FILE_IMMEDIATE64:
        build_immediate(operand, source);
        break;
    case DXBC_FILE_CONSTANT_BUFFER:
        source->fetch = FETCH_CONSTANT_BUFFER;
        code = build_index(b, &operand->index[first], &source->index[0]);
        return code != DIAG_OK ? code : build_index(b, &operand->index[first + 1], &source->index[1]);
    case DXBC_FILE_IMMEDIATE_CB:
        source->fetch = FETCH_IMMEDIATE_CB;
        return build_index(b, &operand->index[0], &source->index[0]);
    case DXBC_FILE_THIS:
        source->fetch = FETCH_THIS;
        return build_index(b, &operand->index[0], &source->index[0]);
    case DXBC_FILE_INTERFACE: /* of fcall, which reads the indices itself */
        code = build_index(b, &operand->index[0], &source->index[0]);
        return code != DIAG_OK ? code : build_index(b, &operand->index[1], &source->index[1]);
    case DXBC_FILE_THREAD_ID:
        row_source(source, INTERP_ROW_THREAD_ID);
        break;
    case DXBC_FILE_GROUP_ID:
        row_source(source, INTERP_ROW_GROUP_ID);
        break;
    case DXBC_FILE_THREAD_ID_IN_GROUP:
        row_source(source, INTERP_ROW_THREAD_ID_IN_GROUP);
        break;
    case DXBC_FILE_THREAD_ID_IN_GROUP_FLATTENED:
        row_source(source, INTERP_ROW_FLATTENED);
        memset(source->swizzle, 0, sizeof(source->swizzle));
        break;
    case DXBC_FILE_CYCLE_COUNTER:
        source->fetch = FETCH_CYCLES;
        break;
    case DXBC_FILE_NULL:
        zero_source(source);
        break;
    default:
        return unsupported(b, "an operand", "reads a register that compute shaders do not have");
    }
    return code;
}

static enum diag_code build_dest(struct builder *b, const struct dxbc_operand *operand,
                                 struct interp_dest *dest)
{
    enum diag_code code;

    *dest = (struct interp_dest){.mask = operand->mask};
    switch (operand->file) {
    case DXBC_FILE_NULL:
        dest->mask = 0;
        return DIAG_OK;
    case DXBC_FILE_TEMP:
        dest->first_row = INTERP_ROW_TEMPS + 4 * (uint32_t)operand->index[0].imm;
        return DIAG_OK;
    case DXBC_FILE_INDEXABLE_TEMP:
        code = build_index(b, &operand->index[1], &dest->index);
        if (!indexable_rows(b, (uint32_t)operand->index[0].imm, &dest->first_row, &dest->count))
            dest->mask = 0;
        dest->indexed = dest->index.relative;
        if (!dest->indexed && dest->index.imm >= dest->count)
            dest->mask = 0;
        if (!dest->indexed)
            dest->first_row += 4 * dest->index.imm;
        return code;
    default:
        return unsupported(b, "an operand", "writes a register that compute shaders do not have");
    }
}

/* ---- resources ---- */

static const struct dxbc_resource_decl *find_declaration(const struct builder *b,
                                                         const struct dxbc_operand *operand)
{
    bool uav = operand->file == DXBC_FILE_UAV;
    const struct dxbc_resource_decl *list = uav ? b->program->uavs : b->program->resources;
    uint32_t count = uav ? b->program->uav_count : b->program->resource_count;

    /* before 5.1 the id of a declaration is its register */
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].id == (uint32_t)operand->index[0].imm)
            return &list[i];
    }
    return NULL;
}

static enum kernel_view_kind view_kind(uint8_t dimension)
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

bool interp_fits(uint16_t opcode, enum kernel_view_kind kind)
{
    switch (opcode) {
    case DXBC_OP_LD_RAW:
    case DXBC_OP_LD_RAW_S:
    case DXBC_OP_STORE_RAW:
        return kind == KERNEL_VIEW_RAW_BUFFER;
    case DXBC_OP_LD_STRUCTURED:
    case DXBC_OP_LD_STRUCTURED_S:
    case DXBC_OP_STORE_STRUCTURED:
    case DXBC_OP_IMM_ATOMIC_ALLOC:
    case DXBC_OP_IMM_ATOMIC_CONSUME:
        return kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    case DXBC_OP_LD:
    case DXBC_OP_LD_S:
    case DXBC_OP_LD_UAV_TYPED:
    case DXBC_OP_LD_UAV_TYPED_S:
    case DXBC_OP_STORE_UAV_TYPED:
        return kind == KERNEL_VIEW_TYPED_BUFFER || kind == KERNEL_VIEW_TEXTURE;
    case DXBC_OP_LDMS:
    case DXBC_OP_LDMS_S:
    case DXBC_OP_SAMPLEINFO:
    case DXBC_OP_SAMPLEPOS:
        return kind == KERNEL_VIEW_TEXTURE;
    default:
        return interp_sample_runs[opcode] ? kind == KERNEL_VIEW_TEXTURE : true;
    }
}

static void build_shared(const struct builder *b, const struct dxbc_operand *operand,
                         struct interp_resource *resource)
{
    uint32_t offset = 0;

    for (uint32_t i = 0; i < b->program->tgsm_count; i++) {
        const struct dxbc_tgsm_decl *decl = &b->program->tgsm[i];
        if (decl->slot == (uint32_t)operand->index[0].imm) {
            resource->structured = decl->structured;
            resource->stride = decl->stride;
            resource->count = decl->count;
            resource->size_bytes = decl->size_bytes;
            resource->offset = offset;
            return;
        }
        offset += decl->size_bytes;
    }
}

/* What the view has to be, from the declaration. Class linkage before 5.1 computes register numbers, t[r0.x +
 * 0]: then only the instruction itself says what it expects, and without its extended tokens any view will do
 * that fits it. */
static void describe_view(const struct builder *b, const struct dxbc_operand *operand,
                          struct interp_resource *resource)
{
    const struct dxbc_instr *dx = &b->program->instrs[b->instr];
    bool computed = operand->index[0].relative && !has_range_ids(b);
    const struct dxbc_resource_decl *decl = computed ? NULL : find_declaration(b, operand);

    resource->dimension = decl ? decl->dimension : dx->has_dimension ? dx->dimension : DXBC_DIM_UNKNOWN;
    resource->stride = decl ? decl->stride : dx->stride;
    resource->any_view = resource->dimension == DXBC_DIM_UNKNOWN;
    resource->view_kind = view_kind(resource->dimension);
    if (!interp_fits(dx->opcode, resource->view_kind))
        resource->view_kind = KERNEL_VIEW_NONE;
}

static enum diag_code build_resource(struct builder *b, const struct dxbc_operand *operand,
                                     struct interp_resource *resource)
{
    unsigned position = has_range_ids(b) ? 1 : 0;

    *resource = (struct interp_resource){.file = operand->file};
    memcpy(resource->swizzle, operand->swizzle, sizeof(resource->swizzle));
    switch (operand->file) {
    case DXBC_FILE_TGSM:
        build_shared(b, operand, resource);
        return DIAG_OK;
    case DXBC_FILE_RESOURCE:
    case DXBC_FILE_UAV:
        describe_view(b, operand, resource);
        return build_index(b, &operand->index[position], &resource->slot);
    default:
        return unsupported(b, "an operand", "names a resource that compute shaders do not have");
    }
}

static enum diag_code build_sampler(struct builder *b, const struct dxbc_operand *operand,
                                    struct interp_sampler *sampler)
{
    sampler->component = operand->swizzle[0];
    return build_index(b, &operand->index[has_range_ids(b) ? 1 : 0], &sampler->slot);
}

/* ---- instructions ---- */

static interp_run *find_body(struct builder *b, const struct dxbc_instr *dx)
{
    struct dxbc_message message;

    switch ((enum dxbc_kind)dxbc_opcode_info(dx->opcode)->kind) {
    case DXBC_KIND_ARITH:
        return interp_run_arith;
    case DXBC_KIND_DOT:
        return interp_run_dot;
    case DXBC_KIND_DOUBLE:
        return interp_run_double;
    case DXBC_KIND_FLOW:
    case DXBC_KIND_SYNC:
    case DXBC_KIND_DEBUG:
        return interp_flow_runs[dx->opcode];
    case DXBC_KIND_LOAD:
    case DXBC_KIND_STORE:
    case DXBC_KIND_ATOMIC:
    case DXBC_KIND_COUNTER:
        return interp_memory_runs[dx->opcode];
    case DXBC_KIND_QUERY:
        return interp_query_runs[dx->opcode];
    case DXBC_KIND_CUSTOM:
        return dxbc_instr_message(dx, &message) ? interp_run_message : interp_run_nothing;
    case DXBC_KIND_DCL:
        return interp_run_nothing;
    case DXBC_KIND_SAMPLE:
        if (interp_sample_runs[dx->opcode])
            return interp_sample_runs[dx->opcode];
        break;
    case DXBC_KIND_PIXEL:
    case DXBC_KIND_GEOM:
    case DXBC_KIND_HULL:
    case DXBC_KIND_RESERVED:
        break;
    }
    unsupported(b, dxbc_opcode_info(dx->opcode)->mnemonic, "belongs to a stage that weft does not run yet");
    return NULL;
}

/* How a source's modifiers are meant. Untyped sources are floats where the opcode moves values of any type.
 */
static enum interp_type source_type(const struct dxbc_opcode_info *info, char letter)
{
    if (letter == 'd')
        return INTERP_DOUBLE;
    return letter == 'f' || letter == 'c' || (letter == 'x' && info->literal == 'U') ? INTERP_FLOAT : INTERP_INT;
}

static enum diag_code build_operand(struct builder *b, struct interp_instr *instr, unsigned number,
                                    char letter)
{
    const struct dxbc_operand *operand = &instr->dx->operands[number];
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->dx->opcode);
    struct interp_resource *resource;
    struct interp_sampler *sampler;

    if (letter == 'l')
        return DIAG_OK;
    if (letter == 's') {
        sampler = &b->kernel->samplers[b->sampler_count++];
        instr->sampler = sampler;
        return build_sampler(b, operand, sampler);
    }
    if (letter == 't' || letter == 'b' || letter == 'U') {
        resource = &b->kernel->resources[b->resource_count++];
        instr->resource = resource;
        return build_resource(b, operand, resource);
    }
    if (number < strlen(info->dst)) {
        instr->dst_count++;
        return build_dest(b, operand, &b->kernel->dests[b->dest_count++]);
    }
    return build_source(b, operand, source_type(info, letter),
                        (struct interp_source *)&instr->src[instr->src_count++]);
}

/* The sources of an instruction stand side by side, those that their indices need come behind them. */
static enum diag_code build_operands(struct builder *b, struct interp_instr *instr)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(instr->dx->opcode);
    size_t dst_count = strlen(info->dst), known = dst_count + strlen(info->src);
    enum diag_code code = DIAG_OK;

    instr->src = &b->kernel->sources[b->source_count];
    instr->dst = &b->kernel->dests[b->dest_count];
    b->source_count += instr->dx->operand_count;
    for (unsigned i = 0; i < instr->dx->operand_count && code == DIAG_OK; i++) {
        /* messages have no letters: values of any kind, signs of which are those of floats */
        char letter = i < dst_count ? info->dst[i] : i < known ? info->src[i - dst_count] : 'f';
        code = build_operand(b, instr, i, letter);
    }
    return code;
}

static enum diag_code build_instr(struct builder *b, uint32_t index)
{
    const struct dxbc_instr *dx = &b->program->instrs[index];
    struct interp_instr *instr = &b->kernel->instrs[index];

    b->instr = index;
    instr->dx = dx;
    instr->run = find_body(b, dx);
    if (!instr->run)
        return DIAG_UNSUPPORTED;
    instr->row = interp_alu_rows[dx->opcode];
    instr->wide_row = interp_double_rows[dx->opcode];
    instr->cost = instr->run != interp_run_nothing;
    return instr->run == interp_run_nothing ? DIAG_OK : build_operands(b, instr);
}

/* ---- the whole ---- */

static uint32_t count_sources(const struct dxbc_operand *operand)
{
    uint32_t count = 1;

    for (unsigned i = 0; i < operand->index_count; i++) {
        if (operand->index[i].relative)
            count += count_sources(operand->index[i].relative);
    }
    return count;
}

static bool allocate(struct interp_kernel *kernel, struct dxbc_arena *arena,
                     const struct dxbc_program *program)
{
    size_t sources = 0, operands = 0, samplers = 0;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct dxbc_instr *dx = &program->instrs[i];
        operands += dx->operand_count;
        samplers += dxbc_opcode_info(dx->opcode)->kind == DXBC_KIND_SAMPLE;
        for (unsigned k = 0; k < dx->operand_count; k++)
            sources += count_sources(&dx->operands[k]);
    }
    kernel->instrs = dxbc_arena_alloc(arena, program->instr_count, sizeof(*kernel->instrs));
    kernel->sources = dxbc_arena_alloc(arena, sources, sizeof(*kernel->sources));
    kernel->dests = dxbc_arena_alloc(arena, operands, sizeof(*kernel->dests));
    kernel->resources = dxbc_arena_alloc(arena, operands, sizeof(*kernel->resources));
    kernel->samplers = dxbc_arena_alloc(arena, samplers, sizeof(*kernel->samplers));
    return kernel->instrs && kernel->sources && kernel->dests && kernel->resources && kernel->samplers;
}

/* How deep constructs can stand inside each other at run time, calls included. */
static void find_limits(struct interp_kernel *kernel, const struct dxbc_program *program)
{
    uint32_t depth = 0, deepest = 0, switches = 0, most_switches = 0;
    bool calls = false;

    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct dxbc_instr *dx = &program->instrs[i];
        uint8_t flags = dxbc_opcode_info(dx->opcode)->flags;
        /* else does both */
        depth -= flags & OPF_CLOSES ? 1 : 0;
        depth += flags & OPF_OPENS ? 1 : 0;
        switches += dx->opcode == DXBC_OP_SWITCH;
        switches -= dx->opcode == DXBC_OP_ENDSWITCH;
        deepest = depth > deepest ? depth : deepest;
        most_switches = switches > most_switches ? switches : most_switches;
        calls |= dx->opcode == DXBC_OP_CALL || dx->opcode == DXBC_OP_CALLC || dx->opcode == DXBC_OP_FCALL;
        kernel->has_barrier |= dx->opcode == DXBC_OP_SYNC && dx->sync & DXBC_SYNC_THREADS;
    }
    kernel->flow_limit = calls ? deepest + (deepest + 1) * INTERP_CALL_DEPTH : deepest;
    kernel->switch_limit = calls ? most_switches * (INTERP_CALL_DEPTH + 1) : most_switches;
}

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

static void lay_out_scratch(struct interp_kernel *kernel)
{
    uint32_t waves = kernel->has_barrier ? kernel->wave_count : 1;

    kernel->reported_offset = align64(kernel->shared_bytes);
    kernel->waves_offset =
        kernel->reported_offset + align64((kernel->instr_count + 31) / 32 * sizeof(uint32_t));
    kernel->wave_bytes = align64(sizeof(struct interp_wave)) +
                         align64(kernel->flow_limit * sizeof(struct interp_flow)) +
                         align64(kernel->switch_limit * sizeof(uint32_t[INTERP_LANES])) +
                         kernel->row_count * sizeof(uint32_t[INTERP_LANES]);
    kernel->scratch_bytes = kernel->waves_offset + waves * kernel->wave_bytes;
}

static void measure(struct interp_kernel *kernel, const struct dxbc_program *program)
{
    kernel->program = program;
    kernel->instr_count = program->instr_count;
    kernel->thread_count = program->thread_group[0] * program->thread_group[1] * program->thread_group[2];
    kernel->wave_count = (kernel->thread_count + INTERP_LANES - 1) / INTERP_LANES;
    kernel->row_count = total_rows(program);
    for (uint32_t i = 0; i < program->tgsm_count; i++)
        kernel->shared_bytes += program->tgsm[i].size_bytes;
    find_limits(kernel, program);
    lay_out_scratch(kernel);
}

enum diag_code interp_create(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                             struct interp_kernel **out, struct diag *diag)
{
    const struct dxbc_program *program = &shader->program;
    struct interp_kernel *kernel = dxbc_arena_alloc(arena, 1, sizeof(*kernel));
    struct builder builder = {.program = program, .kernel = kernel, .diag = diag};
    enum diag_code code = DIAG_OK;

    if (!kernel || !allocate(kernel, arena, program))
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the prepared program");
    measure(kernel, program);
    for (uint32_t i = 0; i < kernel->instr_count && code == DIAG_OK; i++)
        code = build_instr(&builder, i);
    *out = kernel;
    return code;
}

size_t interp_scratch_size(const struct interp_kernel *kernel)
{
    return kernel->scratch_bytes;
}
