/*
 * The pipeline description: shaders, samplers, bindings, rules, dispatch size, and the references between
 * them. Buffers are read in pipeline_buffers.c.
 */
#include "pipeline.h"

#include <string.h>

#include "pipeline_reader.h"

enum { MAX_ITEMS = 4096 };

const char *const pipeline_filter_names[2] = {"Nearest", "Linear"};
const char *const pipeline_address_names[PIPELINE_ADDRESS_COUNT] = {"Clamp", "Repeat", "Mirror", "Border",
                                                                    "MirrorOnce"};
const char *const pipeline_compare_names[PIPELINE_COMPARE_COUNT] = {
    "Never", "Less", "Equal", "LessEqual", "Greater", "NotEqual", "GreaterEqual", "Always",
};
const char *const pipeline_kind_names[PIPELINE_KIND_COUNT] = {
    "Buffer",
    "StructuredBuffer",
    "ByteAddressBuffer",
    "Texture2D",
    "RWBuffer",
    "RWStructuredBuffer",
    "RWByteAddressBuffer",
    "RWTexture2D",
    "ConstantBuffer",
    "Sampler",
    "SampledTexture2D",
    "AccelerationStructure",
};
const char *const pipeline_rule_names[RULE_COUNT] = {"BufferExact", "BufferFloatULP", "BufferFloatEpsilon"};
const char *const pipeline_denorm_names[DENORM_COUNT] = {"Any", "FTZ", "Preserve"};

bool pipeline_is_read_write(uint32_t kind)
{
    return kind >= PIPELINE_RW_BUFFER && kind <= PIPELINE_RW_TEXTURE_2D;
}

bool pipeline_is_texture(uint32_t kind)
{
    return kind == PIPELINE_TEXTURE_2D || kind == PIPELINE_RW_TEXTURE_2D;
}

char pipeline_register_letter(uint32_t kind)
{
    if (pipeline_is_read_write(kind))
        return 'u';
    return kind == PIPELINE_CONSTANT_BUFFER ? 'b' : kind == PIPELINE_SAMPLER ? 's' : 't';
}

struct pipeline_buffer *pipeline_find_buffer(const struct pipeline *pipeline, const char *name)
{
    for (uint32_t i = 0; i < pipeline->buffer_count; i++)
        if (strcmp(pipeline->buffers[i].name, name) == 0)
            return &pipeline->buffers[i];
    return NULL;
}

static bool not_implemented(struct reader *r, const struct doc_node *node, const char *text)
{
    return cli_error_set(r->error, CLI_NOT_IMPLEMENTED, node->line, node->column, "%s", text);
}

/* ---- shaders ---- */

enum stage { STAGE_COMPUTE, STAGE_FIRST_RAY_TRACING = 8, STAGE_COUNT = 14 };

static const char *const stage_names[STAGE_COUNT] = {
    "Compute", "Vertex",        "Hull", "Domain",     "Geometry", "Pixel",        "Amplification",
    "Mesh",    "RayGeneration", "Miss", "ClosestHit", "AnyHit",   "Intersection", "Callable",
};

/* One compute shader is what can run; says which other kind of pipeline this is. */
static bool check_stages(struct reader *r, const struct doc_node *node, const uint32_t counts[STAGE_COUNT])
{
    bool graphics = false, ray_tracing = false;
    for (uint32_t stage = 1; stage < STAGE_COUNT; stage++) {
        if (stage < STAGE_FIRST_RAY_TRACING && counts[stage] > 1)
            return reader_fail(r, node, "Pipeline has multiple shaders of the same type.");
        *(stage < STAGE_FIRST_RAY_TRACING ? &graphics : &ray_tracing) |= counts[stage] != 0;
    }
    if (counts[STAGE_COMPUTE] > 1)
        return reader_fail(r, node, "Pipeline has multiple shaders of the same type.");
    if (counts[STAGE_COMPUTE] && (graphics || ray_tracing))
        return reader_fail(r, node, "Compute Pipeline is only allowed to have Compute Shader.");
    if (ray_tracing)
        return not_implemented(r, node, "ray tracing pipelines are not implemented: Direct3D 11 has none");
    if (graphics)
        return not_implemented(r, node,
                               "graphics pipelines are not implemented yet: only Stage: Compute runs");
    return counts[STAGE_COMPUTE] == 1 ||
           reader_fail(r, node, "The pipeline misses a Compute, Vertex, Mesh, or RayGeneration Shader.");
}

static bool read_shaders(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"Stage", "Entry", "SpecializationConstants", NULL};
    struct pipeline *p = r->pipeline;
    uint32_t count, counts[STAGE_COUNT] = {0};
    const struct doc_node *item = read_list(r, node, "Shaders", MAX_ITEMS, &count), *constants = NULL;
    p->shaders = cli_arena_array(&p->arena, count, sizeof *p->shaders);
    for (; item; item = item->next) {
        struct pipeline_shader *shader = &p->shaders[p->shader_count];
        uint32_t stage = 0;
        if (!read_map(r, item, "a shader", keys))
            return false;
        read_enum(r, need_key(r, item, "Stage"), stage_names, STAGE_COUNT, &stage);
        read_text(r, need_key(r, item, "Entry"), &shader->entry);
        if (r->error->status != CLI_OK)
            return false;
        const struct doc_node *specialization = find_key(item, "SpecializationConstants");
        if (specialization && specialization->count)
            constants = specialization;
        shader->stage = stage_names[stage];
        counts[stage]++;
        p->shader_count++;
    }
    if (r->error->status != CLI_OK || !check_stages(r, node, counts))
        return false;
    return !constants ||
           not_implemented(r, constants, "specialization constants are Vulkan's: Direct3D 11 has none");
}

/* ---- keys of other interfaces ---- */

static bool read_root_parameters(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"Kind", "Name", "Resource", NULL};
    static const char *const kinds[] = {"DescriptorTable", "Constant", "RootDescriptor"};
    uint32_t count, kind = 0;
    const struct doc_node *item = read_list(r, node, "RootParameters", MAX_ITEMS, &count);
    for (; item; item = item->next) {
        if (!read_map(r, item, "a root parameter", keys) ||
            !read_enum(r, need_key(r, item, "Kind"), kinds, 3, &kind))
            return false;
        if (kind != 0)
            return not_implemented(r, item,
                                   "root constants and root descriptors are not implemented: Direct3D 11 has "
                                   "no root signature; bind a buffer in DescriptorSets instead");
        r->pipeline->table_count++;
    }
    return r->error->status == CLI_OK;
}

static bool read_settings(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"DirectX", NULL}, *const directx_keys[] = {"RootParameters", NULL};
    if (!node)
        return true;
    if (!read_map(r, node, "RuntimeSettings", keys))
        return false;
    const struct doc_node *directx = find_key(node, "DirectX");
    if (!directx)
        return true;
    if (!read_map(r, directx, "DirectX", directx_keys))
        return false;
    const struct doc_node *parameters = find_key(directx, "RootParameters");
    return !parameters || read_root_parameters(r, parameters);
}

static bool refuse_other_interfaces(struct reader *r, const struct doc_node *root)
{
    static const struct {
        const char *key, *text;
    } refused[] = {
        {"PushConstants", "push constants are Vulkan's: Direct3D 11 has none"},
        {"AccelerationStructures", "acceleration structures are not implemented: Direct3D 11 has none"},
        {"RayTracingPipelineConfig", "ray tracing is not implemented: Direct3D 11 has none"},
        {"HitGroups", "ray tracing is not implemented: Direct3D 11 has none"},
        {"ShaderBindingTable", "ray tracing is not implemented: Direct3D 11 has none"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct doc_node *node = find_key(root, refused[i].key);
        if (node && node->kind != DOC_SCALAR && node->count)
            return not_implemented(r, node->key, refused[i].text);
    }
    return true;
}

/* A compute pipeline may carry the empty Bindings that offloader prints. */
static bool read_bindings(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"VertexBuffer", "VertexAttributes",   "RenderTarget",
                                       "Topology",     "PatchControlPoints", NULL};
    if (!node)
        return true;
    if (!read_map(r, node, "Bindings", keys))
        return false;
    for (const struct doc_node *child = node->kind == DOC_MAP ? node->first : NULL; child;
         child = child->next)
        if (child->count)
            return reader_fail(r, child->key, "'%s' belongs to graphics pipelines, this one is compute",
                               child->key->text);
    return true;
}

/* ---- samplers ---- */

/* Keys of weft's own: everything that Direct3D 11 has and the format does not. */
static bool read_own_sampler_keys(struct reader *r, const struct doc_node *node, struct pipeline_sampler *sampler)
{
    const struct doc_node *border = find_key(node, "BorderColor"), *item;
    uint32_t count, i = 0;
    sampler->has_filter = find_key(node, "Filter");
    sampler->address_v = sampler->address_w = sampler->address;
    sampler->max_anisotropy = 1;
    read_uint(r, find_key(node, "Filter"), 0, UINT32_MAX, &sampler->filter);
    read_uint(r, find_key(node, "MaxAnisotropy"), 0, UINT32_MAX, &sampler->max_anisotropy);
    read_enum(r, find_key(node, "AddressV"), pipeline_address_names, PIPELINE_ADDRESS_COUNT, &sampler->address_v);
    read_enum(r, find_key(node, "AddressW"), pipeline_address_names, PIPELINE_ADDRESS_COUNT, &sampler->address_w);
    for (item = border ? read_list(r, border, "BorderColor", 4, &count) : NULL; item; item = item->next)
        read_float(r, item, &sampler->border[i++]);
    return r->error->status == CLI_OK;
}

static bool read_sampler(struct reader *r, const struct doc_node *node, struct pipeline_sampler *sampler)
{
    static const char *const keys[] = {"Name",   "Kind",   "MinFilter",  "MagFilter",    "Address",
                                       "MinLOD", "MaxLOD", "MipLODBias", "ComparisonOp",
                                       "Filter", "AddressV", "AddressW", "MaxAnisotropy", "BorderColor", NULL};
    static const char *const kinds[] = {"Sampler", "SamplerComparison"};
    uint32_t kind = 0;
    if (!read_map(r, node, "a sampler", keys))
        return false;
    *sampler = (struct pipeline_sampler){.place = {node->line, node->column},
                                         .min_filter = PIPELINE_LINEAR,
                                         .mag_filter = PIPELINE_LINEAR,
                                         .max_lod = 0x1.fffffep127f};
    read_text(r, need_key(r, node, "Name"), &sampler->name);
    read_enum(r, find_key(node, "Kind"), kinds, 2, &kind);
    read_enum(r, find_key(node, "MinFilter"), pipeline_filter_names, 2, &sampler->min_filter);
    read_enum(r, find_key(node, "MagFilter"), pipeline_filter_names, 2, &sampler->mag_filter);
    read_enum(r, find_key(node, "Address"), pipeline_address_names, PIPELINE_ADDRESS_COUNT,
              &sampler->address);
    read_enum(r, find_key(node, "ComparisonOp"), pipeline_compare_names, PIPELINE_COMPARE_COUNT,
              &sampler->compare);
    read_float(r, find_key(node, "MinLOD"), &sampler->min_lod);
    read_float(r, find_key(node, "MaxLOD"), &sampler->max_lod);
    read_float(r, find_key(node, "MipLODBias"), &sampler->mip_lod_bias);
    sampler->comparison = kind == 1;
    read_own_sampler_keys(r, node, sampler);
    if (r->error->status != CLI_OK || sampler->has_filter)
        return r->error->status == CLI_OK;
    if (sampler->comparison == (sampler->compare == PIPELINE_NEVER))
        return reader_fail(r, node,
                           sampler->comparison
                               ? "Sampler kind 'SamplerComparison' requires ComparisonOp other than Never"
                               : "Sampler kind 'Sampler' requires ComparisonOp: Never");
    return true;
}

static bool read_samplers(struct reader *r, const struct doc_node *node)
{
    struct pipeline *p = r->pipeline;
    uint32_t count;
    if (!node)
        return true;
    const struct doc_node *item = read_list(r, node, "Samplers", MAX_ITEMS, &count);
    p->samplers = cli_arena_array(&p->arena, count, sizeof *p->samplers);
    for (; item; item = item->next)
        if (!read_sampler(r, item, &p->samplers[p->sampler_count++]))
            return false;
    return r->error->status == CLI_OK;
}

/* ---- descriptor sets ---- */

static bool resolve_resource(struct reader *r, const struct doc_node *node,
                             struct pipeline_resource *resource)
{
    struct pipeline *p = r->pipeline;
    if (resource->kind == PIPELINE_ACCELERATION_STRUCTURE)
        return not_implemented(r, node, "acceleration structures are not implemented: Direct3D 11 has none");
    if (resource->kind == PIPELINE_SAMPLED_TEXTURE_2D)
        return not_implemented(r, node,
                               "combined textures and samplers are Vulkan's: bind a Texture2D and a Sampler");
    if (resource->kind != PIPELINE_SAMPLER) {
        resource->buffer = pipeline_find_buffer(p, resource->name);
        return resource->buffer || reader_fail(r, node, "Referenced buffer %.64s not found!", resource->name);
    }
    for (uint32_t i = 0; i < p->sampler_count && !resource->sampler; i++)
        if (strcmp(p->samplers[i].name, resource->name) == 0)
            resource->sampler = &p->samplers[i];
    return resource->sampler || reader_fail(r, node, "Referenced sampler %.64s not found!", resource->name);
}

static bool read_directx_binding(struct reader *r, const struct doc_node *node,
                                 struct pipeline_resource *resource)
{
    static const char *const keys[] = {"Register", "Space", NULL};
    if (!read_map(r, node, "DirectXBinding", keys))
        return false;
    read_uint(r, need_key(r, node, "Register"), 0, UINT32_MAX, &resource->reg);
    return read_uint(r, need_key(r, node, "Space"), 0, UINT32_MAX, &resource->space);
}

static bool read_vulkan_binding(struct reader *r, const struct doc_node *node,
                                struct pipeline_resource *resource)
{
    static const char *const keys[] = {"Binding", "CounterBinding", NULL};
    if (!node)
        return true;
    if (!read_map(r, node, "VulkanBinding", keys))
        return false;
    resource->has_vulkan = true;
    read_uint(r, need_key(r, node, "Binding"), 0, UINT32_MAX, &resource->vulkan_binding);
    const struct doc_node *counter = find_optional(node, "CounterBinding");
    resource->has_counter_binding = counter != NULL;
    read_uint(r, counter, 0, UINT32_MAX, &resource->counter_binding);
    return r->error->status == CLI_OK;
}

static bool read_resource(struct reader *r, const struct doc_node *node, struct pipeline_resource *resource)
{
    static const char *const keys[] = {"Name",          "Kind",       "HasCounter",
                                       "TilesMapped",   "IsReserved", "DirectXBinding",
                                       "VulkanBinding", "HeapIndex",  "InitialCounter",
                                       NULL};
    bool reserved = false;
    if (!read_map(r, node, "a resource", keys))
        return false;
    resource->place = (struct pipeline_place){node->line, node->column};
    read_text(r, need_key(r, node, "Name"), &resource->name);
    read_enum(r, need_key(r, node, "Kind"), pipeline_kind_names, PIPELINE_KIND_COUNT, &resource->kind);
    read_bool(r, find_key(node, "HasCounter"), &resource->has_counter);
    read_bool(r, find_key(node, "IsReserved"), &reserved);
    read_uint(r, find_key(node, "InitialCounter"), 0, UINT32_MAX - 1, &resource->initial_counter);
    if (r->error->status != CLI_OK || !read_vulkan_binding(r, find_optional(node, "VulkanBinding"), resource))
        return false;
    const struct doc_node *binding = find_optional(node, "DirectXBinding"),
                          *heap = find_optional(node, "HeapIndex");
    if (!binding == !heap)
        return reader_fail(r, node,
                           "Resource '%.64s' must specify exactly one of 'DirectXBinding' or 'HeapIndex'.",
                           resource->name);
    if (heap)
        return not_implemented(r, heap, "descriptor heaps are not implemented: Direct3D 11 has none");
    if (reserved || find_optional(node, "TilesMapped"))
        return not_implemented(r, node, "tiled resources are not implemented");
    return read_directx_binding(r, binding, resource) && resolve_resource(r, node, resource);
}

static bool read_sets(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"Resources", NULL};
    struct pipeline *p = r->pipeline;
    uint32_t count;
    const struct doc_node *item = read_list(r, node, "DescriptorSets", MAX_ITEMS, &count);
    p->sets = cli_arena_array(&p->arena, count, sizeof *p->sets);
    for (; item; item = item->next) {
        struct pipeline_set *set = &p->sets[p->set_count++];
        if (!read_map(r, item, "a descriptor set", keys))
            return false;
        const struct doc_node *list = need_key(r, item, "Resources");
        const struct doc_node *resource = list ? read_list(r, list, "Resources", MAX_ITEMS, &count) : NULL;
        if (r->error->status != CLI_OK)
            return false;
        set->resources = cli_arena_array(&p->arena, count, sizeof *set->resources);
        for (; resource; resource = resource->next)
            if (!read_resource(r, resource, &set->resources[set->resource_count++]))
                return false;
    }
    return r->error->status == CLI_OK;
}

/* ---- results and dispatch ---- */

static bool resolve_rule(struct reader *r, const struct doc_node *node, struct pipeline_rule *rule)
{
    rule->actual = pipeline_find_buffer(r->pipeline, rule->actual_name);
    rule->expected = pipeline_find_buffer(r->pipeline, rule->expected_name);
    if (!rule->actual || !rule->expected)
        return reader_fail(r, node, "Reference buffer %.64s not found!",
                           rule->actual ? rule->expected_name : rule->actual_name);
    if (rule->kind == RULE_BUFFER_EXACT)
        return true;
    if (!data_format_is_float(rule->actual->format) || !data_format_is_float(rule->expected->format))
        return reader_fail(r, node, "BufferFloat only accepts Float buffers");
    return rule->actual->format == rule->expected->format ||
           reader_fail(r, node, "Buffers must have the same type");
}

static bool read_rule(struct reader *r, const struct doc_node *node, struct pipeline_rule *rule)
{
    static const char *const exact_keys[] = {"Result", "Rule", "Actual", "Expected", NULL};
    static const char *const ulp_keys[] = {"Result", "Rule",       "Actual",        "Expected",
                                           "ULPT",   "DenormMode", "ZeroTolerance", NULL};
    static const char *const epsilon_keys[] = {"Result",  "Rule",       "Actual", "Expected",
                                               "Epsilon", "DenormMode", NULL};
    static const char *const *const keys[RULE_COUNT] = {exact_keys, ulp_keys, epsilon_keys};
    if (node->kind != DOC_MAP)
        return reader_fail(r, node, "a result must be a map of keys and values");
    rule->place = (struct pipeline_place){node->line, node->column};
    if (!read_enum(r, need_key(r, node, "Rule"), pipeline_rule_names, RULE_COUNT, &rule->kind) ||
        !read_map(r, node, "a result", keys[rule->kind]))
        return false;
    read_text(r, need_key(r, node, "Result"), &rule->name);
    read_text(r, need_key(r, node, "Actual"), &rule->actual_name);
    read_text(r, need_key(r, node, "Expected"), &rule->expected_name);
    if (rule->kind == RULE_BUFFER_FLOAT_ULP)
        read_uint(r, need_key(r, node, "ULPT"), 0, UINT32_MAX, &rule->ulps);
    if (rule->kind == RULE_BUFFER_FLOAT_EPSILON)
        read_double(r, need_key(r, node, "Epsilon"), &rule->epsilon);
    read_enum(r, find_key(node, "DenormMode"), pipeline_denorm_names, DENORM_COUNT, &rule->denorm);
    read_double(r, find_key(node, "ZeroTolerance"), &rule->zero_tolerance);
    return r->error->status == CLI_OK && resolve_rule(r, node, rule);
}

static bool read_rules(struct reader *r, const struct doc_node *node)
{
    struct pipeline *p = r->pipeline;
    uint32_t count;
    if (!node)
        return true;
    const struct doc_node *item = read_list(r, node, "Results", MAX_ITEMS, &count);
    p->rules = cli_arena_array(&p->arena, count, sizeof *p->rules);
    for (; item; item = item->next)
        if (!read_rule(r, item, &p->rules[p->rule_count++]))
            return false;
    return r->error->status == CLI_OK;
}

static bool read_dispatch(struct reader *r, const struct doc_node *node)
{
    static const char *const keys[] = {"DispatchGroupCount", "VertexCount", NULL};
    uint32_t count, i = 0;
    if (!node)
        return true;
    if (!read_map(r, node, "DispatchParameters", keys))
        return false;
    const struct doc_node *vertices = find_key(node, "VertexCount");
    if (vertices)
        return reader_fail(r, vertices->key,
                           "'VertexCount' belongs to graphics pipelines, this one is compute");
    const struct doc_node *list = find_key(node, "DispatchGroupCount");
    const struct doc_node *item = list ? read_list(r, list, "DispatchGroupCount", 3, &count) : NULL;
    for (; item; item = item->next)
        if (!read_uint(r, item, 0, UINT32_MAX, &r->pipeline->group_count[i++]))
            return false;
    return r->error->status == CLI_OK;
}

static bool read_root(struct reader *r, const struct doc_node *root)
{
    static const char *const keys[] = {
        "Shaders",
        "Buffers",
        "DescriptorSets",
        "Samplers",
        "Results",
        "DispatchParameters",
        "Bindings",
        "RuntimeSettings",
        "PushConstants",
        "AccelerationStructures",
        "RayTracingPipelineConfig",
        "HitGroups",
        "ShaderBindingTable",
        NULL,
    };
    struct pipeline *p = r->pipeline;
    if (!read_map(r, root, "a pipeline", keys))
        return false;
    const struct doc_node *shaders = need_key(r, root, "Shaders"), *buffers = need_key(r, root, "Buffers"),
                          *sets = need_key(r, root, "DescriptorSets");
    bool ok = shaders && buffers && sets && read_shaders(r, shaders) && refuse_other_interfaces(r, root) &&
              read_settings(r, find_key(root, "RuntimeSettings")) && read_buffers(r, buffers) &&
              read_samplers(r, find_key(root, "Samplers")) && read_sets(r, sets) &&
              read_rules(r, find_key(root, "Results")) && read_bindings(r, find_key(root, "Bindings")) &&
              read_dispatch(r, find_key(root, "DispatchParameters"));
    if (ok && p->table_count && p->table_count != p->set_count)
        return reader_fail(r, find_key(root, "RuntimeSettings"),
                           "Expected %u DescriptorTable root parameters, found %u", p->set_count,
                           p->table_count);
    return ok;
}

bool pipeline_read(struct pipeline *pipeline, const uint8_t *bytes, size_t size_bytes, uint64_t memory_limit,
                   struct cli_error *error)
{
    struct reader r = {.pipeline = pipeline, .error = error, .memory_left = memory_limit};
    *pipeline = (struct pipeline){.group_count = {1, 1, 1}};
    struct doc_node *root = doc_tree_read(&pipeline->arena, bytes, size_bytes, error);
    return root && read_root(&r, root) && error->status == CLI_OK;
}

void pipeline_free(struct pipeline *pipeline)
{
    cli_arena_free(&pipeline->arena);
    *pipeline = (struct pipeline){0};
}
