/*
 * The lists of a program, collected from its declarations: resources, constant buffers, shared memory, temps,
 * function tables. Numbers are taken as they stand; validation judges them.
 *
 * In shader model 5.1 the operand of t#, s#, u# and cb# declarations reads [range id][lower][upper] and a
 * register space follows; before that it is [register] (cb#: [slot][size]).
 */
#include "loader.h"

static bool is_5_1(const struct dxbc_program *program)
{
    return program->major * 10 + program->minor >= 51;
}

static enum diag_code declaration_fault(struct loader *loader, uint32_t index, const char *text)
{
    const struct dxbc_instr *instr = &loader->instrs[index];
    return diag_set(loader->diag, DIAG_TOKENS_DECLARATION, instr->offset, index, "%s: %s",
                    dxbc_opcode_info(instr->opcode)->mnemonic, text);
}

/* The operand's register range; false when it has not the indices that the shader model asks for. */
static bool read_range(const struct dxbc_program *program, const struct dxbc_instr *instr, uint8_t file,
                       uint32_t *id, uint32_t *lower, uint32_t *upper)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    const uint32_t wanted = is_5_1(program) ? 3 : file == DXBC_FILE_CONSTANT_BUFFER ? 2 : 1;
    if (operand->file != file || operand->index_count != wanted)
        return false;
    for (uint32_t i = 0; i < wanted; ++i) {
        if (operand->index[i].relative || operand->index[i].imm > UINT32_MAX)
            return false;
    }
    *id = *lower = *upper = (uint32_t)operand->index[0].imm;
    if (is_5_1(program)) {
        *lower = (uint32_t)operand->index[1].imm;
        *upper = (uint32_t)operand->index[2].imm;
    }
    return *lower <= *upper;
}

static bool collect_resource(const struct dxbc_program *program, const struct dxbc_instr *instr, uint8_t file,
                             struct dxbc_resource_decl *out)
{
    const uint32_t token = instr->token0;
    if (!read_range(program, instr, file, &out->id, &out->lower, &out->upper))
        return false;
    uint32_t used = 0;
    switch (instr->opcode) {
    case DXBC_OP_DCL_RESOURCE:
    case DXBC_OP_DCL_UAV_TYPED:
        out->dimension = token >> 11 & 31;
        for (unsigned i = 0; i < 4; ++i)
            out->return_types[i] = instr->data[0] >> (4 * i) & 15;
        used = 1;
        break;
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
    case DXBC_OP_DCL_UAV_STRUCTURED:
        out->dimension = DXBC_DIM_STRUCTURED_BUFFER;
        out->stride = instr->data[0];
        used = 1;
        break;
    default:
        out->dimension = DXBC_DIM_RAW_BUFFER;
    }
    if (instr->opcode == DXBC_OP_DCL_RESOURCE)
        out->sample_count = token >> 16 & 127;
    if (file == DXBC_FILE_UAV) {
        out->globally_coherent = token >> 16 & 1;
        out->rasterizer_ordered = token >> 17 & 1;
        out->has_counter = instr->opcode == DXBC_OP_DCL_UAV_STRUCTURED && token >> 23 & 1;
    }
    out->space = is_5_1(program) ? instr->data[used] : 0;
    return true;
}

static bool collect_cbuffer(const struct dxbc_program *program, const struct dxbc_instr *instr,
                            struct dxbc_cbuffer_decl *out)
{
    if (!read_range(program, instr, DXBC_FILE_CONSTANT_BUFFER, &out->id, &out->lower, &out->upper))
        return false;
    out->dynamic = instr->token0 >> 11 & 1;
    if (is_5_1(program)) {
        out->vector_count = instr->data[0];
        out->space = instr->data[1];
    } else {
        out->vector_count = (uint32_t)instr->operands[0].index[1].imm;
    }
    return true;
}

static bool collect_sampler(const struct dxbc_program *program, const struct dxbc_instr *instr,
                            struct dxbc_sampler_decl *out)
{
    if (!read_range(program, instr, DXBC_FILE_SAMPLER, &out->id, &out->lower, &out->upper))
        return false;
    out->mode = instr->token0 >> 11 & 15;
    out->space = is_5_1(program) ? instr->data[0] : 0;
    return true;
}

static bool collect_tgsm(const struct dxbc_instr *instr, struct dxbc_tgsm_decl *out)
{
    const struct dxbc_operand *operand = &instr->operands[0];
    if (operand->file != DXBC_FILE_TGSM || operand->index_count != 1 || operand->index[0].relative)
        return false;
    out->slot = (uint32_t)operand->index[0].imm;
    out->structured = instr->opcode == DXBC_OP_DCL_TGSM_STRUCTURED;
    out->stride = out->structured ? instr->data[0] : 0;
    out->count = out->structured ? instr->data[1] : instr->data[0];
    const uint64_t size = out->structured ? (uint64_t)out->stride * out->count : out->count;
    out->size_bytes = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    return true;
}

static bool collect_table(const struct dxbc_instr *instr, struct dxbc_function_table *out)
{
    out->id = instr->data[0];
    out->body_count = instr->data[1];
    out->bodies = instr->data + 2;
    return out->body_count <= instr->data_count - 2;
}

static bool collect_interface(const struct dxbc_instr *instr, struct dxbc_interface_decl *out)
{
    out->first_slot = instr->data[0];
    out->call_sites = instr->data[1];
    out->table_count = instr->data[2] & 0xffff;
    out->array_length = instr->data[2] >> 16;
    out->tables = instr->data + 3;
    out->dynamic = instr->token0 >> 11 & 1;
    return out->table_count <= instr->data_count - 3;
}

/* The lists while they are filled; the program sees them as const. */
struct lists {
    struct dxbc_resource_decl *resources, *uavs;
    struct dxbc_cbuffer_decl *cbuffers;
    struct dxbc_sampler_decl *samplers;
    struct dxbc_tgsm_decl *tgsm;
    struct dxbc_indexable_temp *indexable;
    struct dxbc_function_table *tables;
    struct dxbc_interface_decl *interfaces;
};

static bool collect_scalar(struct dxbc_program *program, const struct dxbc_instr *instr)
{
    switch (instr->opcode) {
    case DXBC_OP_DCL_GLOBALFLAGS:
        program->global_flags |= instr->token0 & 0x00fff800;
        return true;
    case DXBC_OP_DCL_TEMPS:
        if (instr->data[0] > program->temp_count)
            program->temp_count = instr->data[0];
        return true;
    case DXBC_OP_DCL_THREAD_GROUP:
        for (unsigned i = 0; i < 3; ++i)
            program->thread_group[i] = instr->data[i];
        return true;
    case DXBC_OP_CUSTOMDATA:
        if (instr->token0 >> 11 == 3) {
            program->icb = instr->data;
            program->icb_count = instr->data_count / 4;
        }
        return true;
    default:
        return true;
    }
}

static bool collect(struct dxbc_program *program, struct lists *lists, uint32_t index)
{
    const struct dxbc_instr *instr = &program->instrs[index];
    switch (instr->opcode) {
    case DXBC_OP_DCL_RESOURCE:
    case DXBC_OP_DCL_RESOURCE_RAW:
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
        lists->resources[program->resource_count].instr = index;
        return collect_resource(program, instr, DXBC_FILE_RESOURCE,
                                &lists->resources[program->resource_count++]);
    case DXBC_OP_DCL_UAV_TYPED:
    case DXBC_OP_DCL_UAV_RAW:
    case DXBC_OP_DCL_UAV_STRUCTURED:
        lists->uavs[program->uav_count].instr = index;
        return collect_resource(program, instr, DXBC_FILE_UAV, &lists->uavs[program->uav_count++]);
    case DXBC_OP_DCL_CONSTANTBUFFER:
        lists->cbuffers[program->cbuffer_count].instr = index;
        return collect_cbuffer(program, instr, &lists->cbuffers[program->cbuffer_count++]);
    case DXBC_OP_DCL_SAMPLER:
        lists->samplers[program->sampler_count].instr = index;
        return collect_sampler(program, instr, &lists->samplers[program->sampler_count++]);
    case DXBC_OP_DCL_TGSM_RAW:
    case DXBC_OP_DCL_TGSM_STRUCTURED:
        lists->tgsm[program->tgsm_count].instr = index;
        return collect_tgsm(instr, &lists->tgsm[program->tgsm_count++]);
    case DXBC_OP_DCL_INDEXABLETEMP:
        lists->indexable[program->indexable_count++] =
            (struct dxbc_indexable_temp){instr->data[0], instr->data[1], instr->data[2]};
        return true;
    case DXBC_OP_DCL_FUNCTION_TABLE:
        return collect_table(instr, &lists->tables[program->table_count++]);
    case DXBC_OP_DCL_INTERFACE:
        return collect_interface(instr, &lists->interfaces[program->interface_count++]);
    default:
        return collect_scalar(program, instr);
    }
}

static bool allocate_lists(struct loader *loader, struct lists *lists)
{
    const struct dxbc_program *program = &loader->shader->program;
    uint32_t counts[DXBC_OP_COUNT] = {0};
    for (uint32_t i = 0; i < program->instr_count; ++i)
        ++counts[program->instrs[i].opcode];
#define LIST(name, count) (lists->name = dxbc_arena_alloc(loader->arena, count, sizeof(*lists->name)))
    return LIST(resources, counts[DXBC_OP_DCL_RESOURCE] + counts[DXBC_OP_DCL_RESOURCE_RAW] +
                               counts[DXBC_OP_DCL_RESOURCE_STRUCTURED]) &&
           LIST(uavs, counts[DXBC_OP_DCL_UAV_TYPED] + counts[DXBC_OP_DCL_UAV_RAW] +
                          counts[DXBC_OP_DCL_UAV_STRUCTURED]) &&
           LIST(cbuffers, counts[DXBC_OP_DCL_CONSTANTBUFFER]) &&
           LIST(samplers, counts[DXBC_OP_DCL_SAMPLER]) &&
           LIST(tgsm, counts[DXBC_OP_DCL_TGSM_RAW] + counts[DXBC_OP_DCL_TGSM_STRUCTURED]) &&
           LIST(indexable, counts[DXBC_OP_DCL_INDEXABLETEMP]) &&
           LIST(tables, counts[DXBC_OP_DCL_FUNCTION_TABLE]) &&
           LIST(interfaces, counts[DXBC_OP_DCL_INTERFACE]);
#undef LIST
}

enum diag_code dxbc_collect_declarations(struct loader *loader)
{
    struct dxbc_program *program = &loader->shader->program;
    struct lists lists;
    if (!allocate_lists(loader, &lists))
        return loader_no_memory(loader);
    program->resources = lists.resources;
    program->uavs = lists.uavs;
    program->cbuffers = lists.cbuffers;
    program->samplers = lists.samplers;
    program->tgsm = lists.tgsm;
    program->indexable = lists.indexable;
    program->tables = lists.tables;
    program->interfaces = lists.interfaces;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (!collect(program, &lists, i))
            return declaration_fault(loader, i, "the register operand or a count in it is malformed");
    }
    for (uint32_t i = 0; i < program->interface_count; ++i) {
        const uint64_t end =
            (uint64_t)program->interfaces[i].first_slot + program->interfaces[i].array_length;
        if (end > program->interface_slot_count)
            program->interface_slot_count = end > UINT32_MAX ? UINT32_MAX : (uint32_t)end;
    }
    return DIAG_OK;
}

uint8_t dxbc_declared_dimension(const struct dxbc_program *program, char letter, uint32_t slot)
{
    const struct dxbc_resource_decl *list = letter == 'u' ? program->uavs : program->resources;
    const uint32_t count = letter == 'u' ? program->uav_count : program->resource_count;
    for (uint32_t i = 0; i < count; ++i) {
        if (slot >= list[i].lower && slot <= list[i].upper)
            return list[i].dimension;
    }
    return DXBC_DIM_UNKNOWN;
}

uint32_t dxbc_first_instr(const struct dxbc_program *program)
{
    uint32_t i = 0;
    while (i + 1 < program->instr_count && dxbc_opcode_info(program->instrs[i].opcode)->kind == DXBC_KIND_DCL)
        ++i;
    return i;
}
