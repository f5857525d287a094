/*
 * Rules about declarations: slots inside their limits and declared once, sizes that a device could grant, and
 * register files that exist in the stage.
 */
#include <string.h>

#include "validator.h"

/* ---- views, samplers, constant buffers, shared memory: maps of the whole program ---- */

static bool new_map(struct validator *validator, struct register_map *map, uint32_t slots)
{
    map->count = validator->model >= 51 && slots != LIMIT_TGSM_SLOTS ? LIMIT_RANGE_IDS : slots;
    map->index = dxbc_arena_alloc(validator->loader->scratch, map->count, sizeof(*map->index));
    for (uint32_t i = 0; map->index && i < map->count; ++i)
        map->index[i] = -1;
    return map->index != NULL;
}

/* Enters a declaration under its slot (5.1: its range id). */
static enum diag_code enter(struct validator *validator, struct register_map *map, const char *file,
                            uint32_t slot, uint32_t position, uint32_t instr)
{
    validator->index = instr;
    if (slot >= map->count)
        return validator_fault(validator, RULE_SLOT, "%s%u is outside %s0 to %s%u", file, slot, file, file,
                               map->count - 1);
    if (map->index[slot] >= 0)
        return validator_fault(validator, RULE_DECLARED_TWICE, "%s%u is declared twice", file, slot);
    map->index[slot] = (int16_t)position;
    return DIAG_OK;
}

static bool is_uav_dimension(uint8_t dimension)
{
    switch (dimension) {
    case DXBC_DIM_BUFFER:
    case DXBC_DIM_TEXTURE1D:
    case DXBC_DIM_TEXTURE2D:
    case DXBC_DIM_TEXTURE3D:
    case DXBC_DIM_TEXTURE1DARRAY:
    case DXBC_DIM_TEXTURE2DARRAY:
        return true;
    default:
        return false;
    }
}

static enum diag_code check_view(struct validator *validator, const struct dxbc_resource_decl *view, bool uav)
{
    const uint16_t opcode = validator->program->instrs[view->instr].opcode;
    validator->index = view->instr;
    switch (view->dimension) {
    case DXBC_DIM_RAW_BUFFER:
        if (opcode != DXBC_OP_DCL_RESOURCE_RAW && opcode != DXBC_OP_DCL_UAV_RAW)
            break;
        return DIAG_OK;
    case DXBC_DIM_STRUCTURED_BUFFER:
        if (opcode != DXBC_OP_DCL_RESOURCE_STRUCTURED && opcode != DXBC_OP_DCL_UAV_STRUCTURED)
            break;
        if (view->stride == 0 || view->stride % 4 || view->stride > LIMIT_STRIDE)
            return validator_fault(validator, RULE_STRIDE,
                                   "a stride of %u bytes; it must be a multiple of 4 up to %d", view->stride,
                                   LIMIT_STRIDE);
        return DIAG_OK;
    default:
        if (view->dimension == DXBC_DIM_UNKNOWN || view->dimension > DXBC_DIM_TEXTURECUBEARRAY ||
            (uav && !is_uav_dimension(view->dimension)))
            break;
        for (unsigned i = 0; i < 4; ++i) {
            if (view->return_types[i] < 1 || view->return_types[i] > 9)
                return validator_fault(validator, RULE_RETURN_TYPE, "return type %u does not exist",
                                       view->return_types[i]);
        }
        return DIAG_OK;
    }
    return validator_fault(validator, RULE_VIEW_DIMENSION, "dimension %u cannot be declared so",
                           view->dimension);
}

static enum diag_code map_views(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    enum diag_code code = DIAG_OK;
    for (uint32_t i = 0; code == DIAG_OK && i < program->resource_count; ++i) {
        const struct dxbc_resource_decl *view = &program->resources[i];
        code = enter(validator, &validator->resources, "t", view->id, i, view->instr);
        if (code == DIAG_OK)
            code = check_view(validator, view, false);
        code = loader_go_on(validator->loader, code);
    }
    for (uint32_t i = 0; code == DIAG_OK && i < program->uav_count; ++i) {
        const struct dxbc_resource_decl *view = &program->uavs[i];
        code = enter(validator, &validator->uavs, "u", view->id, i, view->instr);
        if (code == DIAG_OK)
            code = check_view(validator, view, true);
        code = loader_go_on(validator->loader, code);
    }
    return code;
}

static enum diag_code map_constants(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    enum diag_code code = DIAG_OK;
    for (uint32_t i = 0; code == DIAG_OK && i < program->cbuffer_count; ++i) {
        const struct dxbc_cbuffer_decl *buffer = &program->cbuffers[i];
        code = enter(validator, &validator->cbuffers, "cb", buffer->id, i, buffer->instr);
        if (code == DIAG_OK && buffer->vector_count > DXBC_LIMIT_CB_VECTORS)
            code =
                validator_fault(validator, RULE_CONSTANT_BUFFER_SIZE,
                                "a constant buffer of %u vectors, 4096 are the limit", buffer->vector_count);
    }
    for (uint32_t i = 0; code == DIAG_OK && i < program->sampler_count; ++i) {
        const struct dxbc_sampler_decl *sampler = &program->samplers[i];
        code = enter(validator, &validator->samplers, "s", sampler->id, i, sampler->instr);
        if (code == DIAG_OK && sampler->mode > 2)
            code = validator_fault(validator, RULE_SAMPLER_MODE, "sampler mode %u does not exist",
                                   sampler->mode);
    }
    return code;
}

static enum diag_code map_shared_memory(struct validator *validator)
{
    const struct dxbc_program *program = validator->program;
    const uint32_t limit = validator->model < 50 ? LIMIT_TGSM_BYTES_4 : LIMIT_TGSM_BYTES;
    uint64_t total = 0;
    enum diag_code code = DIAG_OK;
    for (uint32_t i = 0; code == DIAG_OK && i < program->tgsm_count; ++i) {
        const struct dxbc_tgsm_decl *memory = &program->tgsm[i];
        code = enter(validator, &validator->tgsm, "g", memory->slot, i, memory->instr);
        total += memory->size_bytes;
        if (code == DIAG_OK && (memory->size_bytes == 0 || memory->size_bytes % 4 || memory->stride % 4))
            code = validator_fault(validator, RULE_SHARED_SIZE,
                                   "shared memory of %u bytes; sizes are multiples of 4", memory->size_bytes);
        else if (code == DIAG_OK && total > limit)
            code =
                validator_fault(validator, RULE_SHARED_TOTAL, "%llu bytes of shared memory, %u are the limit",
                                (unsigned long long)total, limit);
    }
    return code;
}

enum diag_code validator_map_declarations(struct validator *validator)
{
    if (!new_map(validator, &validator->resources, LIMIT_RESOURCES) ||
        !new_map(validator, &validator->samplers, LIMIT_SAMPLERS) ||
        !new_map(validator, &validator->cbuffers, LIMIT_CBUFFERS) ||
        !new_map(validator, &validator->uavs, LIMIT_UAVS) ||
        !new_map(validator, &validator->tgsm, LIMIT_TGSM_SLOTS))
        return loader_no_memory(validator->loader);
    validator->counters = dxbc_arena_alloc(validator->loader->scratch, validator->program->uav_count,
                                           sizeof(*validator->counters));
    if (!validator->counters)
        return loader_no_memory(validator->loader);
    enum diag_code code = map_views(validator);
    if (code == DIAG_OK)
        code = map_constants(validator);
    return code == DIAG_OK ? map_shared_memory(validator) : code;
}

/* ---- what belongs to a scope ---- */

void validator_open_scope(struct validator *validator)
{
    memset(validator->scope, 0, sizeof(*validator->scope));
    for (uint32_t i = 0; i < DXBC_LIMIT_TEMPS; ++i)
        validator->scope->x_count[i] = -1;
}

static enum diag_code declare_temps(struct validator *validator, uint32_t count)
{
    struct scope *scope = validator->scope;
    if (scope->has_temps)
        return validator_fault(validator, RULE_DECLARED_TWICE, "stands twice");
    scope->has_temps = true;
    if (count > DXBC_LIMIT_TEMPS - scope->temp_vectors)
        return validator_fault(validator, RULE_TEMPS, "more than 4096 temporary registers");
    scope->temp_vectors += count;
    scope->temps = count > scope->temps ? count : scope->temps;
    return DIAG_OK;
}

static enum diag_code declare_indexable(struct validator *validator, const uint32_t *data)
{
    struct scope *scope = validator->scope;
    const uint32_t slot = data[0], count = data[1], components = data[2];
    if (slot >= DXBC_LIMIT_TEMPS || count == 0 || count > DXBC_LIMIT_TEMPS - scope->temp_vectors)
        return validator_fault(validator, RULE_TEMPS, "x%u[%u]: more than 4096 temporary registers, or none",
                               slot, count);
    if (components < 1 || components > 4)
        return validator_fault(validator, RULE_TEMPS, "x%u has %u components", slot, components);
    if (scope->x_count[slot] >= 0)
        return validator_fault(validator, RULE_DECLARED_TWICE, "x%u is declared twice", slot);
    scope->temp_vectors += count;
    scope->x_count[slot] = (int32_t)count;
    scope->x_masks[slot] = (uint8_t)((1u << components) - 1);
    return DIAG_OK;
}

static enum diag_code declare_thread_group(struct validator *validator, const uint32_t *size)
{
    const uint32_t limit = validator->model < 50 ? LIMIT_THREADS_4 : LIMIT_THREADS;
    const uint64_t threads =
        size[0] && size[1] && size[2] && size[0] <= limit && size[1] <= limit && size[2] <= LIMIT_THREADS_Z
            ? (uint64_t)size[0] * size[1] * size[2]
            : 0;
    if (threads == 0 || threads > limit)
        return validator_fault(
            validator, RULE_THREAD_GROUP,
            "a group of %u x %u x %u threads; x and y are 1 to %u, z 1 to %d, all together at most "
            "%u",
            size[0], size[1], size[2], limit, LIMIT_THREADS_Z, limit);
    return DIAG_OK;
}

static uint32_t vertices_of(uint32_t primitive)
{
    static const uint8_t vertices[] = {0, 1, 2, 3, 0, 0, 4, 6};
    if (primitive >= 8 && primitive <= 39)
        return primitive - 7;
    return primitive < sizeof(vertices) ? vertices[primitive] : 0;
}

static enum diag_code declare_input_primitive(struct validator *validator, uint32_t primitive)
{
    validator->input_vertices = vertices_of(primitive);
    return validator->input_vertices ? DIAG_OK
                                     : validator_fault(validator, RULE_INPUT_PRIMITIVE,
                                                       "input primitive %u does not exist", primitive);
}

static enum diag_code declare_points(struct validator *validator, uint32_t count, uint32_t *out)
{
    *out = count;
    return count <= LIMIT_CONTROL_POINTS ? DIAG_OK
                                         : validator_fault(validator, RULE_CONTROL_POINTS,
                                                           "%u control points, 32 are the limit", count);
}

/* Topology and outputs that stand behind it belong to the stream. */
static enum diag_code declare_stream(struct validator *validator, const struct dxbc_operand *operand)
{
    validator_open_stream(validator);
    const bool exists = operand->file == DXBC_FILE_STREAM && operand->index_count == 1 &&
                        !operand->index[0].relative && operand->index[0].imm < LIMIT_STREAMS;
    if (!exists)
        return validator_fault(validator, RULE_STREAM, "a stream outside m0 to m3");
    validator->stream = (uint32_t)operand->index[0].imm;
    if (validator->streams >> validator->stream & 1)
        return validator_fault(validator, RULE_DECLARED_TWICE, "m%u is declared twice", validator->stream);
    if (validator->streams == 0 && (validator->topologies || validator->scope->io[DXBC_FILE_OUTPUT]))
        return validator_fault(validator, RULE_DECLARATION_PLACE, "stands behind a topology or an output");
    validator->streams |= (uint8_t)(1 << validator->stream);
    return DIAG_OK;
}

static enum diag_code declare_topology(struct validator *validator, uint32_t topology)
{
    enum { POINTLIST = 1, LINESTRIP = 3, TRIANGLESTRIP = 5 };
    if (validator->topologies >> validator->stream & 1)
        return validator_fault(validator, RULE_DECLARED_TWICE, "stands twice for one stream");
    validator->topologies |= (uint8_t)(1 << validator->stream);
    if (topology != POINTLIST && topology != LINESTRIP && topology != TRIANGLESTRIP)
        return validator_fault(validator, RULE_OUTPUT_TOPOLOGY,
                               "topology %u is none of pointlist, linestrip, trianglestrip", topology);
    return DIAG_OK;
}

static enum diag_code declare_range(struct validator *validator, uint32_t value, uint32_t low, uint32_t high)
{
    if (value >= low && value <= high)
        return DIAG_OK;
    return validator_fault(validator, RULE_COUNT_RANGE, "%u is outside %u to %u", value, low, high);
}

static enum diag_code declare_icb(struct validator *validator, const struct dxbc_instr *instr)
{
    const struct dxbc_program *program = validator->program;
    if (instr->token0 >> 11 != 3)
        return DIAG_OK;
    if (program->icb != instr->data)
        return validator_fault(validator, RULE_IMMEDIATE_CONSTANTS, "a second immediate constant buffer");
    if (program->icb_count == 0 || program->icb_count > DXBC_LIMIT_ICB_VECTORS)
        return validator_fault(validator, RULE_IMMEDIATE_CONSTANTS,
                               "an immediate constant buffer of %u vectors, allowed are 1 to 4096",
                               program->icb_count);
    return DIAG_OK;
}

enum diag_code validator_declare(struct validator *validator, const struct dxbc_instr *instr)
{
    const uint32_t controls = instr->token0 >> 11;
    switch (instr->opcode) {
    case DXBC_OP_CUSTOMDATA:
        return declare_icb(validator, instr);
    case DXBC_OP_DCL_TEMPS:
        return declare_temps(validator, instr->data[0]);
    case DXBC_OP_DCL_INDEXABLETEMP:
        return declare_indexable(validator, instr->data);
    case DXBC_OP_DCL_INPUT:
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        return validator_declare_io(validator, instr);
    case DXBC_OP_DCL_INDEXRANGE:
        return validator_declare_index_range(validator, instr);
    case DXBC_OP_DCL_THREAD_GROUP:
        return declare_thread_group(validator, instr->data);
    case DXBC_OP_DCL_INPUTPRIMITIVE:
        return declare_input_primitive(validator, controls & 63);
    case DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT:
        return declare_points(validator, controls & 63, &validator->input_points);
    case DXBC_OP_DCL_OUTPUT_CONTROL_POINT_COUNT:
        return declare_points(validator, controls & 63, &validator->output_points);
    case DXBC_OP_DCL_STREAM:
        return declare_stream(validator, &instr->operands[0]);
    case DXBC_OP_DCL_OUTPUTTOPOLOGY:
        return declare_topology(validator, controls & 127);
    case DXBC_OP_DCL_MAXOUT:
        return declare_range(validator, instr->data[0], 1, LIMIT_MAXOUT);
    case DXBC_OP_DCL_GSINSTANCES:
        return declare_range(validator, instr->data[0], 1, LIMIT_GS_INSTANCES);
    default:
        return DIAG_OK;
    }
}
