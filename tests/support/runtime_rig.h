/*
 * What tests of the API share: a device, buffers and views in one line each, bytes back. Failures end the
 * test.
 */
#ifndef SUPPORT_RUNTIME_RIG_H
#define SUPPORT_RUNTIME_RIG_H

#ifndef COBJMACROS
#define COBJMACROS
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <d3d11_4.h>
#include <d3d11sdklayers.h>
#include <dxgi1_6.h>
#include <weft.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_ok(expression)           assert_hr(expression, S_OK)
#define assert_hr(expression, expected) assert_int_equal((UINT)(expression), (UINT)(expected))

struct rig {
    ID3D11Device *device;
    ID3D11DeviceContext *context;
};

static inline struct rig rig_open_flags(UINT flags)
{
    static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_1;
    struct rig rig;
    assert_ok(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, flags, &level, 1, D3D11_SDK_VERSION,
                                &rig.device, NULL, &rig.context));
    return rig;
}

static inline struct rig rig_open(void)
{
    return rig_open_flags(0);
}

/* Nothing may be left but what the rig itself holds. */
static inline void rig_close(struct rig *rig)
{
    assert_int_equal(ID3D11DeviceContext_Release(rig->context), 0);
    assert_int_equal(ID3D11Device_Release(rig->device), 0);
}

static inline ID3D11Buffer *rig_buffer(const struct rig *rig, const D3D11_BUFFER_DESC *desc,
                                       const void *bytes)
{
    D3D11_SUBRESOURCE_DATA data = {bytes, 0, 0};
    ID3D11Buffer *buffer;
    assert_ok(ID3D11Device_CreateBuffer(rig->device, desc, bytes ? &data : NULL, &buffer));
    return buffer;
}

static inline ID3D11Buffer *rig_structured(const struct rig *rig, UINT size, UINT stride, UINT bind,
                                           const void *bytes)
{
    D3D11_BUFFER_DESC desc = {.ByteWidth = size,
                              .BindFlags = bind,
                              .MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                              .StructureByteStride = stride};
    return rig_buffer(rig, &desc, bytes);
}

static inline ID3D11Buffer *rig_raw(const struct rig *rig, UINT size, UINT extra_misc, const void *bytes)
{
    D3D11_BUFFER_DESC desc = {.ByteWidth = size,
                              .BindFlags = D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE,
                              .MiscFlags = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | extra_misc};
    return rig_buffer(rig, &desc, bytes);
}

static inline ID3D11ShaderResourceView *rig_srv(const struct rig *rig, void *resource,
                                                const D3D11_SHADER_RESOURCE_VIEW_DESC *desc)
{
    ID3D11ShaderResourceView *view;
    assert_ok(ID3D11Device_CreateShaderResourceView(rig->device, (ID3D11Resource *)resource, desc, &view));
    return view;
}

static inline ID3D11UnorderedAccessView *rig_uav(const struct rig *rig, void *resource,
                                                 const D3D11_UNORDERED_ACCESS_VIEW_DESC *desc)
{
    ID3D11UnorderedAccessView *view;
    assert_ok(ID3D11Device_CreateUnorderedAccessView(rig->device, (ID3D11Resource *)resource, desc, &view));
    return view;
}

static inline ID3D11UnorderedAccessView *rig_raw_uav(const struct rig *rig, ID3D11Buffer *buffer,
                                                     UINT elements)
{
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                             .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                             .Buffer = {0, elements, D3D11_BUFFER_UAV_FLAG_RAW}};
    return rig_uav(rig, buffer, &desc);
}

/* The first `size` bytes of a buffer, through a staging copy. */
static inline void rig_read(const struct rig *rig, ID3D11Buffer *buffer, void *bytes, size_t size)
{
    D3D11_BUFFER_DESC desc;
    ID3D11Buffer_GetDesc(buffer, &desc);
    D3D11_BUFFER_DESC staging = {
        .ByteWidth = desc.ByteWidth, .Usage = D3D11_USAGE_STAGING, .CPUAccessFlags = D3D11_CPU_ACCESS_READ};
    ID3D11Buffer *copy = rig_buffer(rig, &staging, NULL);
    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11DeviceContext_CopyResource(rig->context, (ID3D11Resource *)copy, (ID3D11Resource *)buffer);
    assert_ok(ID3D11DeviceContext_Map(rig->context, (ID3D11Resource *)copy, 0, D3D11_MAP_READ, 0, &mapped));
    assert_int_equal(mapped.RowPitch, desc.ByteWidth);
    memcpy(bytes, mapped.pData, size);
    ID3D11DeviceContext_Unmap(rig->context, (ID3D11Resource *)copy, 0);
    ID3D11Buffer_Release(copy);
}

static inline void *rig_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    void *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

/* unit/runtime/shaders/NAME.dxbc; the tests run in the folder tests. */
static inline ID3D11ComputeShader *rig_shader(const struct rig *rig, const char *name)
{
    char path[128];
    size_t size;
    snprintf(path, sizeof(path), "unit/runtime/shaders/%s.dxbc", name);
    void *bytes = rig_file(path, &size);
    ID3D11ComputeShader *shader;
    assert_ok(ID3D11Device_CreateComputeShader(rig->device, bytes, size, NULL, &shader));
    free(bytes);
    return shader;
}

/* The messages of a device opened with D3D11_CREATE_DEVICE_DEBUG, not printed. */
static inline ID3D11InfoQueue *rig_queue(const struct rig *rig)
{
    ID3D11InfoQueue *queue;
    assert_ok(ID3D11Device_QueryInterface(rig->device, &IID_ID3D11InfoQueue, (void **)&queue));
    ID3D11InfoQueue_SetMuteDebugOutput(queue, TRUE);
    return queue;
}

/* Is there a message of this id? */
static inline bool rig_said(ID3D11InfoQueue *queue, D3D11_MESSAGE_ID id)
{
    bool found = false;
    for (UINT64 i = 0; !found && i < ID3D11InfoQueue_GetNumStoredMessages(queue); i++) {
        SIZE_T size = 0;
        ID3D11InfoQueue_GetMessage(queue, i, NULL, &size);
        D3D11_MESSAGE *message = malloc(size);
        assert_ok(ID3D11InfoQueue_GetMessage(queue, i, message, &size));
        found = message->ID == id;
        free(message);
    }
    return found;
}

/* The number of references without changing it. */
static inline ULONG rig_refs(void *object)
{
    IUnknown *unknown = object;
    IUnknown_AddRef(unknown);
    return IUnknown_Release(unknown);
}

#endif
