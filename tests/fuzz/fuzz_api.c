/*
 * The whole stack: a container goes through D3D11CreateDevice, CreateComputeShader and Dispatch, with
 * resources in its slots and class instances out of its own tables.
 *
 * Crashes, hangs, leaks and reference counts are looked at here: the time limit of the device is short, and
 * every input leaves the device without anything but itself; a device that was removed is replaced. Bindings
 * are simple: fuzz_run goes further there.
 */
#define COBJMACROS
#include <stdlib.h>
#include <string.h>

#include <d3d11.h>
#include <weft.h>

#include "dxbc.h"
#include "fuzz.h"

enum { SLOTS = 8, INSTANCES = 16, BYTES = 4096, DISPATCHES = 2 };

static struct {
    unsigned long created, refused, resolved, done, removed, messages, devices;
} totals;

static struct {
    ID3D11Device *device;
    ID3D11DeviceContext *context;
} rig;

static void on_message(void *user, weft_message_kind kind, const char *text)
{
    totals.messages += strlen(text) > 0;
}

static void close_device(void)
{
    if (!rig.device)
        return;
    ID3D11DeviceContext_ClearState(rig.context);
    if (ID3D11DeviceContext_Release(rig.context) || ID3D11Device_Release(rig.device))
        fuzz_fail("something still holds the device");
    rig.device = NULL;
}

static void open_device(void)
{
    HRESULT result;

    if (rig.device)
        return;
    setenv("WEFT_TIMEOUT_MS", "30", 0);
    setenv("WEFT_LOG", "error", 0);
    result = D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION,
                               &rig.device, NULL, &rig.context);
    if (FAILED(result))
        fuzz_fail("no device: %s", weft_last_error());
    weft_device_set_message_callback(rig.device, on_message, NULL);
    totals.devices++;
}

/* ------------------------------------------------------------------------------------------------------
 * resources */

static ID3D11Buffer *make_buffer(UINT bytes, UINT bind, UINT misc, UINT stride)
{
    D3D11_BUFFER_DESC desc = {
        .ByteWidth = bytes, .BindFlags = bind, .MiscFlags = misc, .StructureByteStride = stride};
    ID3D11Buffer *buffer = NULL;

    ID3D11Device_CreateBuffer(rig.device, &desc, NULL, &buffer);
    return buffer;
}

/* A buffer of the kind declared; other dimensions get a 2D texture, right or wrong. */
static ID3D11Resource *make_resource(const struct dxbc_resource_decl *decl, UINT *kind)
{
    UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
    D3D11_TEXTURE2D_DESC desc = {.Width = 13,
                                 .Height = 9,
                                 .MipLevels = 1,
                                 .ArraySize = 3,
                                 .Format = DXGI_FORMAT_R32_UINT,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = bind};
    ID3D11Texture2D *texture = NULL;

    *kind = decl->dimension;
    switch (decl->dimension) {
    case DXBC_DIM_BUFFER:
        return (ID3D11Resource *)make_buffer(BYTES, bind, 0, 0);
    case DXBC_DIM_RAW_BUFFER:
        return (ID3D11Resource *)make_buffer(BYTES, bind, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, 0);
    case DXBC_DIM_STRUCTURED_BUFFER:
        return (ID3D11Resource *)make_buffer(decl->stride * 7, bind, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                                             decl->stride);
    default:
        ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture);
        return (ID3D11Resource *)texture;
    }
}

static void bind_resource(const struct dxbc_resource_decl *decl, bool uav)
{
    UINT kind, initial = 3;
    ID3D11Resource *resource = make_resource(decl, &kind);
    bool typed = kind == DXBC_DIM_BUFFER, raw = kind == DXBC_DIM_RAW_BUFFER,
         structured = kind == DXBC_DIM_STRUCTURED_BUFFER;
    DXGI_FORMAT format = typed ? DXGI_FORMAT_R32_UINT : raw ? DXGI_FORMAT_R32_TYPELESS : DXGI_FORMAT_UNKNOWN;
    UINT elements = structured ? 7 : BYTES / 4;
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {
        .Format = format,
        .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
        .BufferEx = {0, elements, raw ? D3D11_BUFFEREX_SRV_FLAG_RAW : 0}};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {.Format = format,
                                                 .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                                 .Buffer = {0, elements,
                                                            raw          ? D3D11_BUFFER_UAV_FLAG_RAW
                                                            : structured ? D3D11_BUFFER_UAV_FLAG_COUNTER
                                                                         : 0}};
    bool buffer = typed || raw || structured;
    ID3D11UnorderedAccessView *out = NULL;
    ID3D11ShaderResourceView *in = NULL;

    if (!resource)
        return;
    if (uav && ID3D11Device_CreateUnorderedAccessView(rig.device, resource, buffer ? &uav_desc : NULL,
                                                      &out) == S_OK) {
        ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, decl->lower % SLOTS, 1, &out, &initial);
        ID3D11UnorderedAccessView_Release(out);
    }
    if (!uav &&
        ID3D11Device_CreateShaderResourceView(rig.device, resource, buffer ? &srv_desc : NULL, &in) == S_OK) {
        ID3D11DeviceContext_CSSetShaderResources(rig.context, decl->lower % SLOTS, 1, &in);
        ID3D11ShaderResourceView_Release(in);
    }
    ID3D11Resource_Release(resource);
}

static void bind_resources(const struct dxbc_program *program)
{
    ID3D11Buffer *constants = make_buffer(BYTES, D3D11_BIND_CONSTANT_BUFFER, 0, 0);

    for (uint32_t i = 0; i < program->resource_count && i < SLOTS; i++)
        bind_resource(&program->resources[i], false);
    for (uint32_t i = 0; i < program->uav_count && i < SLOTS; i++)
        bind_resource(&program->uavs[i], true);
    if (!constants)
        fuzz_fail("no constant buffer: %s", weft_last_error());
    for (UINT slot = 0; slot < 4; slot++)
        ID3D11DeviceContext_CSSetConstantBuffers(rig.context, slot, 1, &constants);
    ID3D11Buffer_Release(constants);
}

/* ------------------------------------------------------------------------------------------------ class
 * instances */

/* Instances that the container names, then made-up ones of its classes, in slot order. */
static UINT make_instances(ID3D11ClassLinkage *linkage, const struct dxbc_interfaces *interfaces,
                           ID3D11ClassInstance *instances[INSTANCES], struct fuzz_random *random)
{
    UINT wanted = interfaces->slot_count < INSTANCES ? interfaces->slot_count : INSTANCES;

    if (!linkage)
        return 0;
    for (UINT i = 0; i < wanted; i++) {
        instances[i] = NULL;
        if (interfaces->instance_count && fuzz_random_below(random, 2)) {
            uint32_t chosen = fuzz_random_below(random, interfaces->instance_count);
            ID3D11ClassLinkage_GetClassInstance(linkage, interfaces->instances[chosen].name,
                                                fuzz_random_below(random, 3), &instances[i]);
        } else if (interfaces->type_count) {
            uint32_t chosen = fuzz_random_below(random, interfaces->type_count);
            ID3D11ClassLinkage_CreateClassInstance(linkage, interfaces->types[chosen].name,
                                                   fuzz_random_below(random, 15), fuzz_random_word(random, 0),
                                                   0, 0, &instances[i]);
        }
        totals.resolved += instances[i] != NULL;
    }
    return wanted;
}

/* ----------------------------------------------------------------------------------------------------- the
 * run */

static void dispatch(ID3D11ComputeShader *shader, ID3D11ClassInstance **instances, UINT instance_count)
{
    HRESULT reason;

    ID3D11DeviceContext_CSSetShader(rig.context, shader, instances, instance_count);
    for (unsigned i = 0; i < DISPATCHES; i++)
        ID3D11DeviceContext_Dispatch(rig.context, 2, 1 + i, 1);
    reason = ID3D11Device_GetDeviceRemovedReason(rig.device);
    if (reason == S_OK)
        totals.done++;
    else if (reason == DXGI_ERROR_DEVICE_HUNG && weft_device_removed_text(rig.device)[0])
        totals.removed++;
    else
        fuzz_fail("device removed for %#x: %s", (unsigned)reason, weft_device_removed_text(rig.device));
    ID3D11DeviceContext_ClearState(rig.context);
}

static void run_shader(ID3D11ComputeShader *shader, ID3D11ClassLinkage *linkage,
                       const struct dxbc_shader *loaded, uint64_t seed)
{
    struct fuzz_random random = {seed};
    ID3D11ClassInstance *instances[INSTANCES];
    UINT count = make_instances(linkage, &loaded->interfaces, instances, &random);

    bind_resources(&loaded->program);
    dispatch(shader, instances, count);
    for (UINT i = 0; i < count; i++) {
        if (instances[i])
            ID3D11ClassInstance_Release(instances[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dxbc_shader *loaded = NULL;
    ID3D11ComputeShader *shader = NULL;
    ID3D11ClassLinkage *linkage = NULL;
    HRESULT result;

    open_device();
    ID3D11Device_CreateClassLinkage(rig.device,
                                    &linkage); /* without one, shaders with interfaces read empty slots */
    result = ID3D11Device_CreateComputeShader(rig.device, data, size, linkage, &shader);
    if (FAILED(result) && (shader || !weft_last_error()[0]))
        fuzz_fail("refused with a shader or without a reason");
    if (SUCCEEDED(result) && dxbc_load(data, size, 0, &loaded, NULL) == DIAG_OK) {
        totals.created++;
        run_shader(shader, linkage, loaded, fuzz_hash(data, size));
    } else {
        totals.refused++;
    }
    dxbc_free(loaded);
    if (shader)
        ID3D11ComputeShader_Release(shader);
    if (linkage)
        ID3D11ClassLinkage_Release(linkage);
    if (ID3D11Device_GetDeviceRemovedReason(rig.device) != S_OK)
        close_device();
    return 0;
}

static void summary(FILE *out)
{
    close_device();
    fprintf(out,
            "  created %lu, refused %lu, class instances %lu\n  dispatched %lu, removed %lu, messages %lu, "
            "devices %lu\n",
            totals.created, totals.refused, totals.resolved, totals.done, totals.removed, totals.messages,
            totals.devices);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_api", .mutate = mutate_container, .cut = cut_container, .summary = summary};
