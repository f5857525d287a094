/*
 * Registers, Direct3D objects, and reading results back.
 */
#include "run_bind.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "run_binder.h"
#include "xxh64.h"

enum { T_SLOTS = 128, B_SLOTS = 14, S_SLOTS = 16 };

const char *run_item_name(const struct run_item *item, char *text, size_t size)
{
    char letter = pipeline_register_letter(item->resource->kind);
    if (item->resource->buffer && item->resource->buffer->array_size > 1)
        snprintf(text, size, "%c%u (%.80s[%u])", letter, item->slot, item->resource->name, item->element);
    else
        snprintf(text, size, "%c%u (%.80s)", letter, item->slot, item->resource->name);
    return text;
}

/* ---- the plan ---- */

struct planner {
    struct run_plan *plan;
    const struct dxbc_shader *shader;
    struct cli_error *error;
    uint32_t uav_slots;
    const struct pipeline_resource *taken[4][T_SLOTS]; /* by letter */
};

static uint32_t letter_index(char letter)
{
    return letter == 't' ? 0 : letter == 'u' ? 1 : letter == 'b' ? 2 : 3;
}

static bool take_register(struct planner *p, const struct pipeline_resource *resource, uint64_t slot)
{
    const uint32_t limits[4] = {T_SLOTS, p->uav_slots, B_SLOTS, S_SLOTS};
    char letter = pipeline_register_letter(resource->kind);
    uint32_t index = letter_index(letter), line = resource->place.line, column = resource->place.column;
    if (slot >= limits[index])
        return cli_error_set(p->error, CLI_BAD_INPUT, line, column,
                             "'%.64s' is at %c%llu, past Direct3D 11's last register %c%u", resource->name,
                             letter, (unsigned long long)slot, letter, limits[index] - 1);
    const struct pipeline_resource *other = p->taken[index][slot];
    if (other && other->space != resource->space)
        return cli_error_set(
            p->error, CLI_BAD_INPUT, line, column,
            "'%.64s' is at %c%llu in space %u and '%.64s' is there in space %u: Direct3D 11 has no "
            "register spaces, so the two collide",
            resource->name, letter, (unsigned long long)slot, resource->space, other->name, other->space);
    if (other)
        return cli_error_set(p->error, CLI_BAD_INPUT, line, column, "'%.64s' and '%.64s' are both at %c%llu",
                             resource->name, other->name, letter, (unsigned long long)slot);
    p->taken[index][slot] = resource;
    return true;
}

/* Whether an append or consume instruction names the register. */
static bool appends_at(const struct dxbc_program *program, uint32_t slot)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct dxbc_instr *instr = &program->instrs[i];
        if (instr->opcode != DXBC_OP_IMM_ATOMIC_ALLOC && instr->opcode != DXBC_OP_IMM_ATOMIC_CONSUME)
            continue;
        if (dxbc_operand_register(&instr->operands[1], program) == slot)
            return true;
    }
    return false;
}

/* IncrementCounter and DecrementCounter show in the declaration; append and consume buffers, which want
 * another flag, only in the instructions and in the reflection data. */
static UINT counter_flag_of(const struct dxbc_shader *shader, uint32_t slot)
{
    const struct dxbc_program *program = &shader->program;
    for (uint32_t i = 0; i < program->uav_count; i++) {
        const struct dxbc_resource_decl *uav = &program->uavs[i];
        if (uav->has_counter && slot >= uav->lower && slot <= uav->upper)
            return D3D11_BUFFER_UAV_FLAG_COUNTER;
    }
    for (uint32_t i = 0; i < shader->reflection.binding_count; i++) {
        const struct dxbc_binding *b = &shader->reflection.bindings[i];
        bool here = slot >= b->bind_point && slot - b->bind_point < b->bind_count;
        if (here && (b->type == D3D_SIT_UAV_APPEND_STRUCTURED || b->type == D3D_SIT_UAV_CONSUME_STRUCTURED))
            return D3D11_BUFFER_UAV_FLAG_APPEND;
    }
    return appends_at(program, slot) ? D3D11_BUFFER_UAV_FLAG_APPEND : 0;
}

static uint32_t resource_array_size(const struct pipeline_resource *resource)
{
    return resource->buffer ? resource->buffer->array_size : 1;
}

static bool plan_resource(struct planner *p, const struct pipeline_resource *resource)
{
    for (uint32_t i = 0; i < resource_array_size(resource); i++) {
        uint64_t slot = (uint64_t)resource->reg + i;
        if (!take_register(p, resource, slot))
            return false;
        struct run_item *item = &p->plan->items[p->plan->item_count++];
        *item = (struct run_item){.resource = resource, .element = i, .slot = (uint32_t)slot};
        item->dimension = dxbc_declared_dimension(&p->shader->program,
                                                  pipeline_register_letter(resource->kind), item->slot);
        if (resource->kind != PIPELINE_RW_STRUCTURED_BUFFER)
            continue;
        item->counter_flag = counter_flag_of(p->shader, item->slot);
        if (!item->counter_flag && resource->has_counter)
            item->counter_flag = D3D11_BUFFER_UAV_FLAG_COUNTER;
    }
    return true;
}

bool run_plan(struct run_plan *plan, struct pipeline *pipeline, const struct dxbc_shader *shader,
              uint32_t uav_slots, struct cli_error *error)
{
    struct planner p = {.plan = plan, .shader = shader, .error = error, .uav_slots = uav_slots};
    enum { MOST = T_SLOTS + 64 + B_SLOTS + S_SLOTS }; /* every register once */
    *plan = (struct run_plan){.items = cli_arena_array(&pipeline->arena, MOST, sizeof *plan->items)};
    for (uint32_t i = 0; i < pipeline->set_count; i++)
        for (uint32_t j = 0; j < pipeline->sets[i].resource_count; j++)
            if (!plan_resource(&p, &pipeline->sets[i].resources[j]))
                return false;
    return true;
}

/* ---- creating ---- */

bool bind_fail(struct binder *b, HRESULT hr, const char *call)
{
    char name[128];
    return run_device_fail(b->run, hr, b->error, "%s for %s", call,
                           run_item_name(b->item, name, sizeof name));
}

DXGI_FORMAT bind_view_format(const struct pipeline_buffer *buffer)
{
#define WIDTHS(bits, type)                                                                                   \
    {                                                                                                        \
        DXGI_FORMAT_R##bits##_##type, DXGI_FORMAT_R##bits##G##bits##_##type, DXGI_FORMAT_UNKNOWN,            \
            DXGI_FORMAT_R##bits##G##bits##B##bits##A##bits##_##type                                          \
    }
#define WIDTHS32(type)                                                                                       \
    {                                                                                                        \
        DXGI_FORMAT_R32_##type, DXGI_FORMAT_R32G32_##type, DXGI_FORMAT_R32G32B32_##type,                     \
            DXGI_FORMAT_R32G32B32A32_##type                                                                  \
    }
#define PAIRS(type)                                                                                          \
    {                                                                                                        \
        DXGI_FORMAT_R32G32_##type, DXGI_FORMAT_R32G32B32A32_##type                                           \
    }
    static const DXGI_FORMAT formats[DATA_FORMAT_COUNT][4] = {
        [DATA_HEX8] = WIDTHS(8, UINT),
        [DATA_HEX16] = WIDTHS(16, UINT),
        [DATA_UINT16] = WIDTHS(16, UINT),
        [DATA_INT16] = WIDTHS(16, SINT),
        [DATA_FLOAT16] = WIDTHS(16, FLOAT),
        [DATA_HEX32] = WIDTHS32(UINT),
        [DATA_UINT32] = WIDTHS32(UINT),
        [DATA_BOOL] = WIDTHS32(UINT),
        [DATA_INT32] = WIDTHS32(SINT),
        [DATA_FLOAT32] = WIDTHS32(FLOAT),
        [DATA_DEPTH32] = {DXGI_FORMAT_R32_FLOAT},
        [DATA_HEX64] = PAIRS(UINT),
        [DATA_UINT64] = PAIRS(UINT),
        [DATA_INT64] = PAIRS(SINT),
    };
#undef WIDTHS
#undef WIDTHS32
#undef PAIRS
    if (buffer->view_format)
        return (DXGI_FORMAT)buffer->view_format;
    return formats[buffer->format][buffer->channels - 1];
}

bool bind_no_format(const struct pipeline_buffer *buffer, uint32_t line, uint32_t column, struct cli_error *error)
{
    return cli_error_set(error, CLI_BAD_INPUT, line, column,
                         "No Format for DataFormat %s with %u channel(s): '%.64s' cannot be a typed view",
                         data_format_names[buffer->format], buffer->channels, buffer->name);
}

void bind_name(struct binder *b)
{
    const char *name = b->buffer->name;
    ID3D11Resource_SetPrivateData(b->item->object, &WKPDID_D3DDebugObjectName, (UINT)strlen(name), name);
}

/* size_bytes may be larger than the data: the rest is zero. */
static bool create_buffer(struct binder *b, D3D11_BUFFER_DESC desc, uint64_t size_bytes)
{
    const uint8_t *data = b->buffer->data[b->item->element];
    uint8_t *padded = NULL;
    if (size_bytes > UINT32_MAX)
        return cli_error_set(b->error, CLI_BAD_INPUT, b->buffer->place.line, b->buffer->place.column,
                             "'%.64s' is too large for a Direct3D 11 buffer", b->buffer->name);
    if (size_bytes > b->buffer->size_bytes) {
        padded = calloc(1, size_bytes);
        if (!padded)
            return bind_fail(b, E_OUTOFMEMORY, "CreateBuffer");
        memcpy(padded, data, b->buffer->size_bytes);
    }
    desc.ByteWidth = (UINT)size_bytes;
    D3D11_SUBRESOURCE_DATA initial = {.pSysMem = padded ? padded : data};
    ID3D11Buffer *object = NULL;
    HRESULT hr = ID3D11Device_CreateBuffer(b->run->device, &desc, &initial, &object);
    free(padded);
    if (FAILED(hr))
        return bind_fail(b, hr, "CreateBuffer");
    b->item->object = (ID3D11Resource *)object;
    bind_name(b);
    return true;
}

bool bind_views(struct binder *b, const D3D11_SHADER_RESOURCE_VIEW_DESC *srv,
                         const D3D11_UNORDERED_ACCESS_VIEW_DESC *uav)
{
    ID3D11Device *device = b->run->device;
    if (uav) {
        HRESULT hr = ID3D11Device_CreateUnorderedAccessView(device, b->item->object, uav, &b->item->uav);
        return SUCCEEDED(hr) || bind_fail(b, hr, "CreateUnorderedAccessView");
    }
    HRESULT hr = ID3D11Device_CreateShaderResourceView(device, b->item->object, srv, &b->item->srv);
    return SUCCEEDED(hr) || bind_fail(b, hr, "CreateShaderResourceView");
}

/* Typed, structured and raw buffers. */
static bool bind_buffer(struct binder *b)
{
    uint32_t kind = b->item->resource->kind;
    bool rw = pipeline_is_read_write(kind);
    bool raw = kind == PIPELINE_BYTE_ADDRESS_BUFFER || kind == PIPELINE_RW_BYTE_ADDRESS_BUFFER;
    bool structured = kind == PIPELINE_STRUCTURED_BUFFER || kind == PIPELINE_RW_STRUCTURED_BUFFER;
    uint32_t element = raw ? 4 : pipeline_element_size(b->buffer);
    DXGI_FORMAT format = raw ? DXGI_FORMAT_R32_TYPELESS : DXGI_FORMAT_UNKNOWN;
    if (!raw && !structured) {
        format = bind_view_format(b->buffer);
        if (format == DXGI_FORMAT_UNKNOWN)
            return bind_no_format(b->buffer, b->item->resource->place.line, b->item->resource->place.column, b->error);
        element = b->buffer->view_format ? format_get(b->buffer->view_format)->block_bytes
                                         : data_format_size(b->buffer->format) * b->buffer->channels;
    }
    D3D11_BUFFER_DESC desc = {
        .BindFlags = rw ? D3D11_BIND_UNORDERED_ACCESS : D3D11_BIND_SHADER_RESOURCE,
        .MiscFlags = raw          ? D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS
                     : structured ? D3D11_RESOURCE_MISC_BUFFER_STRUCTURED
                                  : 0,
        .StructureByteStride = structured ? element : 0,
    };
    if (!create_buffer(b, desc, b->buffer->size_bytes))
        return false;
    UINT count = (UINT)(b->buffer->size_bytes / element);
    D3D11_SHADER_RESOURCE_VIEW_DESC srv = {
        .Format = format,
        .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
        .BufferEx = {.NumElements = count, .Flags = raw ? D3D11_BUFFEREX_SRV_FLAG_RAW : 0},
    };
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav = {
        .Format = format,
        .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
        .Buffer = {.NumElements = count, .Flags = raw ? D3D11_BUFFER_UAV_FLAG_RAW : b->item->counter_flag},
    };
    return bind_views(b, rw ? NULL : &srv, rw ? &uav : NULL);
}

static bool bind_constant_buffer(struct binder *b)
{
    D3D11_BUFFER_DESC desc = {.BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    return create_buffer(b, desc, ((uint64_t)b->buffer->size_bytes + 15) / 16 * 16);
}

static bool bind_sampler(struct binder *b)
{
    static const D3D11_TEXTURE_ADDRESS_MODE address[PIPELINE_ADDRESS_COUNT] = {
        [PIPELINE_CLAMP] = D3D11_TEXTURE_ADDRESS_CLAMP,
        [PIPELINE_REPEAT] = D3D11_TEXTURE_ADDRESS_WRAP,
        [PIPELINE_MIRROR] = D3D11_TEXTURE_ADDRESS_MIRROR,
        [PIPELINE_BORDER] = D3D11_TEXTURE_ADDRESS_BORDER,
        [PIPELINE_MIRROR_ONCE] = D3D11_TEXTURE_ADDRESS_MIRROR_ONCE,
    };
    const struct pipeline_sampler *s = b->item->resource->sampler;
    D3D11_TEXTURE_ADDRESS_MODE mode = address[s->address];
    D3D11_SAMPLER_DESC desc = {
        .Filter = D3D11_ENCODE_BASIC_FILTER(s->min_filter == PIPELINE_LINEAR,
                                            s->mag_filter == PIPELINE_LINEAR, 0, s->comparison),
        .AddressU = mode,
        .AddressV = mode,
        .AddressW = mode,
        .MipLODBias = s->mip_lod_bias,
        .MaxAnisotropy = 1,
        .ComparisonFunc = (D3D11_COMPARISON_FUNC)(s->compare + 1),
        .MinLOD = s->min_lod,
        .MaxLOD = s->max_lod,
    };
    if (s->has_filter)
        desc.Filter = (D3D11_FILTER)s->filter;
    desc.AddressV = address[s->address_v];
    desc.AddressW = address[s->address_w];
    desc.MaxAnisotropy = s->max_anisotropy;
    memcpy(desc.BorderColor, s->border, sizeof desc.BorderColor);
    HRESULT hr = ID3D11Device_CreateSamplerState(b->run->device, &desc, &b->item->sampler);
    return SUCCEEDED(hr) || bind_fail(b, hr, "CreateSamplerState");
}

static bool create_item(struct binder *b)
{
    /* Direct3D 11 has no empty buffers; an empty slot reads and writes the same way. */
    if (b->buffer && b->buffer->size_bytes == 0)
        return true;
    switch (b->item->resource->kind) {
    case PIPELINE_SAMPLER:
        return bind_sampler(b);
    case PIPELINE_CONSTANT_BUFFER:
        return bind_constant_buffer(b);
    case PIPELINE_TEXTURE_2D:
    case PIPELINE_RW_TEXTURE_2D:
        return bind_texture(b);
    default:
        return bind_buffer(b);
    }
}

static void bind_item(struct run_item *item, ID3D11DeviceContext *context)
{
    UINT initial_count = item->resource->initial_counter;
    if (item->uav)
        ID3D11DeviceContext_CSSetUnorderedAccessViews(context, item->slot, 1, &item->uav, &initial_count);
    else if (item->srv)
        ID3D11DeviceContext_CSSetShaderResources(context, item->slot, 1, &item->srv);
    else if (item->sampler)
        ID3D11DeviceContext_CSSetSamplers(context, item->slot, 1, &item->sampler);
    else if (item->object)
        ID3D11DeviceContext_CSSetConstantBuffers(context, item->slot, 1, (ID3D11Buffer **)&item->object);
}

bool run_bind(struct run_plan *plan, struct run_device *run, struct cli_error *error)
{
    for (uint32_t i = 0; i < plan->item_count; i++) {
        struct run_item *item = &plan->items[i];
        struct binder b = {.run = run, .item = item, .buffer = item->resource->buffer, .error = error};
        if (!create_item(&b))
            return false;
        bind_item(item, run->context);
    }
    return true;
}

void run_unbind(struct run_plan *plan, struct run_device *run)
{
    if (run->context)
        ID3D11DeviceContext_ClearState(run->context);
    for (uint32_t i = 0; i < plan->item_count; i++) {
        struct run_item *item = &plan->items[i];
        if (item->srv)
            ID3D11ShaderResourceView_Release(item->srv);
        if (item->uav)
            ID3D11UnorderedAccessView_Release(item->uav);
        if (item->sampler)
            ID3D11SamplerState_Release(item->sampler);
        if (item->object)
            ID3D11Resource_Release(item->object);
        item->srv = NULL;
        item->uav = NULL;
        item->sampler = NULL;
        item->object = NULL;
    }
}

/* ---- reading back ---- */

static bool read_buffer(struct binder *b, uint8_t *out)
{
    D3D11_BUFFER_DESC desc = {.ByteWidth = (UINT)b->buffer->size_bytes,
                              .Usage = D3D11_USAGE_STAGING,
                              .CPUAccessFlags = D3D11_CPU_ACCESS_READ};
    ID3D11DeviceContext *context = b->run->context;
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Buffer *staging = NULL;
    HRESULT hr = ID3D11Device_CreateBuffer(b->run->device, &desc, NULL, &staging);
    if (FAILED(hr))
        return bind_fail(b, hr, "creating the staging copy");
    ID3D11DeviceContext_CopyResource(context, (ID3D11Resource *)staging, b->item->object);
    hr = ID3D11DeviceContext_Map(context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped);
    if (SUCCEEDED(hr)) {
        memcpy(out, mapped.pData, b->item->read_bytes);
        ID3D11DeviceContext_Unmap(context, (ID3D11Resource *)staging, 0);
    }
    ID3D11Buffer_Release(staging);
    return SUCCEEDED(hr) || bind_fail(b, hr, "Map");
}

static bool read_item(struct binder *b, bool keep)
{
    bool texture = pipeline_is_texture(b->item->resource->kind);
    b->item->read_bytes = texture ? bind_texture_bytes(b->buffer) : b->buffer->size_bytes;
    uint8_t *copy = keep ? b->buffer->data[b->item->element] : malloc(b->item->read_bytes);
    if (!copy)
        return bind_fail(b, E_OUTOFMEMORY, "reading back");
    bool ok = texture ? bind_read_texture(b, copy) : read_buffer(b, copy);
    if (ok)
        b->item->hash = xxh64(copy, b->item->read_bytes);
    if (!keep)
        free(copy);
    return ok;
}

static bool read_counter(struct binder *b, struct cli_arena *arena, bool keep)
{
    D3D11_BUFFER_DESC desc = {
        .ByteWidth = 4, .Usage = D3D11_USAGE_STAGING, .CPUAccessFlags = D3D11_CPU_ACCESS_READ};
    ID3D11DeviceContext *context = b->run->context;
    ID3D11Buffer *staging = NULL;
    D3D11_MAPPED_SUBRESOURCE mapped;
    HRESULT hr = ID3D11Device_CreateBuffer(b->run->device, &desc, NULL, &staging);
    if (FAILED(hr))
        return bind_fail(b, hr, "creating the counter's copy");
    ID3D11DeviceContext_CopyStructureCount(context, staging, 0, b->item->uav);
    hr = ID3D11DeviceContext_Map(context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped);
    if (SUCCEEDED(hr)) {
        memcpy(&b->item->counter, mapped.pData, sizeof b->item->counter);
        ID3D11DeviceContext_Unmap(context, (ID3D11Resource *)staging, 0);
    }
    ID3D11Buffer_Release(staging);
    if (FAILED(hr))
        return bind_fail(b, hr, "Map of the counter");
    if (keep && b->item->resource->has_counter) {
        struct pipeline_buffer *buffer = b->item->resource->buffer;
        if (!buffer->counters)
            buffer->counters = cli_arena_array(arena, buffer->array_size, sizeof *buffer->counters);
        buffer->counter_count = buffer->array_size;
        buffer->counters[b->item->element] = b->item->counter;
    }
    return true;
}

bool run_read_back(struct run_plan *plan, struct run_device *run, struct cli_arena *arena, bool keep,
                   struct cli_error *error)
{
    for (uint32_t i = 0; i < plan->item_count; i++) {
        struct run_item *item = &plan->items[i];
        struct binder b = {.run = run, .item = item, .buffer = item->resource->buffer, .error = error};
        if (!item->uav)
            continue;
        if (!read_item(&b, keep) || (item->counter_flag && !read_counter(&b, arena, keep)))
            return false;
    }
    return true;
}
