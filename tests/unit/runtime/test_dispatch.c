/* Compute shaders through the API: results, order, indirect arguments, messages, the time limit, several
 * threads. */
#include "../../support/runtime_rig.h"

#include <pthread.h>

/* dcl_thread_group 1,1,1; ret: the smallest container there is (container notes, example A). */
static const uint32_t smallest[] = {
    0x43425844, 0x8ed20cb7, 0x5ae0ce30, 0x99e74559, 0xa5d09f34, 0x00000001, 0x00000070,
    0x00000003, 0x0000002c, 0x0000003c, 0x0000004c, 0x4e475349, 0x00000008, 0x00000000,
    0x00000008, 0x4e47534f, 0x00000008, 0x00000000, 0x00000008, 0x58454853, 0x0000001c,
    0x00050050, 0x00000007, 0x0400009b, 0x00000001, 0x00000001, 0x00000001, 0x0100003e,
};

static void smallest_shader(void **state)
{
    struct rig rig = rig_open();
    ID3D11ComputeShader *shader, *bound;
    assert_ok(ID3D11Device_CreateComputeShader(rig.device, smallest, sizeof(smallest), NULL, &shader));
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_Dispatch(rig.context, 3, 2, 1);
    ID3D11DeviceContext_CSGetShader(rig.context, &bound, NULL, NULL);
    assert_ptr_equal(bound, shader);
    ID3D11ComputeShader_Release(bound);
    ID3D11ComputeShader_Release(shader);

    assert_hr(ID3D11Device_CreateComputeShader(rig.device, smallest, sizeof(smallest), NULL, NULL), S_FALSE);
    rig_close(&rig);
}

static void bad_bytecode(void **state)
{
    struct rig rig = rig_open();
    ID3D11ComputeShader *shader = (void *)1;
    uint32_t broken[sizeof(smallest) / 4];
    memcpy(broken, smallest, sizeof(smallest));
    broken[24] ^= 1;
    assert_hr(ID3D11Device_CreateComputeShader(rig.device, broken, sizeof(broken), NULL, &shader),
              E_INVALIDARG);
    assert_null(shader);
    assert_non_null(strstr(weft_last_error(), "CreateComputeShader"));
    assert_hr(ID3D11Device_CreateComputeShader(rig.device, NULL, 0, NULL, &shader), E_INVALIDARG);
    for (size_t size = 0; size < sizeof(smallest); size++)
        assert_hr(ID3D11Device_CreateComputeShader(rig.device, smallest, size, NULL, &shader), E_INVALIDARG);
    rig_close(&rig);
}

enum { COUNT = 1000 };

/* out[i] = in[i] * 3 + 7 over COUNT elements, with a bound state that must not change. */
static void run_scale(const struct rig *rig)
{
    uint32_t in[COUNT], out[COUNT], numbers[4] = {3, 7};
    for (uint32_t i = 0; i < COUNT; i++)
        in[i] = i * i;
    D3D11_BUFFER_DESC constants = {.ByteWidth = 16, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *source = rig_structured(rig, sizeof(in), 4, D3D11_BIND_SHADER_RESOURCE, in);
    ID3D11Buffer *target = rig_structured(rig, sizeof(out), 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11Buffer *buffer = rig_buffer(rig, &constants, numbers);
    ID3D11ShaderResourceView *srv = rig_srv(rig, source, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(rig, target, NULL);
    ID3D11ComputeShader *shader = rig_shader(rig, "scale");
    ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(rig->context, 0, 1, &buffer);
    ID3D11DeviceContext_CSSetShaderResources(rig->context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 1, &uav, NULL);
    for (int round = 0; round < 3; round++) {
        ID3D11DeviceContext_Dispatch(rig->context, (COUNT + 63) / 64, 1, 1);
        rig_read(rig, target, out, sizeof(out));
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(out[i], i * i * 3 + 7);
    }
    ID3D11DeviceContext_ClearState(rig->context);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(buffer);
    ID3D11Buffer_Release(target);
    ID3D11Buffer_Release(source);
}

static void scales_a_buffer(void **state)
{
    struct rig rig = rig_open();
    run_scale(&rig);
    rig_close(&rig);
}

static void *scale_thread(void *unused)
{
    struct rig rig = rig_open();
    for (int i = 0; i < 5; i++)
        run_scale(&rig);
    rig_close(&rig);
    return NULL;
}

static void several_devices_and_threads(void **state)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, scale_thread, NULL), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

static void *create_thread(void *argument)
{
    struct rig *rig = argument;
    for (int i = 0; i < 200; i++) {
        ID3D11Buffer *buffer = rig_structured(rig, 256, 4, D3D11_BIND_SHADER_RESOURCE, NULL);
        ID3D11ShaderResourceView *view = rig_srv(rig, buffer, NULL);
        D3D11_SAMPLER_DESC desc = {.Filter = D3D11_FILTER_MIN_MAG_MIP_POINT,
                                   .AddressU = D3D11_TEXTURE_ADDRESS_CLAMP,
                                   .AddressV = D3D11_TEXTURE_ADDRESS_CLAMP,
                                   .AddressW = D3D11_TEXTURE_ADDRESS_CLAMP,
                                   .MaxLOD = (float)(i % 3)};
        ID3D11SamplerState *sampler;
        assert_ok(ID3D11Device_CreateSamplerState(rig->device, &desc, &sampler));
        ID3D11SamplerState_Release(sampler);
        ID3D11Buffer_Release(buffer);
        ID3D11ShaderResourceView_Release(view);
    }
    return NULL;
}

static void creation_from_several_threads(void **state)
{
    struct rig rig = rig_open();
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, create_thread, &rig), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    rig_close(&rig);
}

static void groups_are_numbered(void **state)
{
    struct rig rig = rig_open();
    uint32_t out[3 * 5 * 7];
    ID3D11Buffer *memory = rig_raw(&rig, sizeof(out), 0, NULL);
    ID3D11UnorderedAccessView *uav = rig_raw_uav(&rig, memory, sizeof(out) / 4);
    ID3D11ComputeShader *shader = rig_shader(&rig, "groups");
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 3, 1, &uav, NULL);

    /* Too many, or none: nothing runs. */
    ID3D11DeviceContext_Dispatch(rig.context, 65536, 1, 1);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 0, 1);
    rig_read(&rig, memory, out, sizeof(out));
    for (size_t i = 0; i < sizeof(out) / 4; i++)
        assert_int_equal(out[i], 0);

    ID3D11DeviceContext_Dispatch(rig.context, 3, 5, 7);
    rig_read(&rig, memory, out, sizeof(out));
    for (uint32_t z = 0; z < 7; z++)
        for (uint32_t y = 0; y < 5; y++)
            for (uint32_t x = 0; x < 3; x++)
                assert_int_equal(out[x + 3 * (y + 5 * z)], 1 + x + 100 * y + 10000 * z);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(memory);
    rig_close(&rig);
}

static void indirect_arguments(void **state)
{
    struct rig rig = rig_open();
    static const uint32_t arguments[] = {77, 2, 1, 1, 70000, 1};
    uint32_t out[8];
    ID3D11Buffer *memory = rig_raw(&rig, sizeof(out), 0, NULL);
    ID3D11Buffer *indirect =
        rig_raw(&rig, sizeof(arguments), D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS, arguments);
    ID3D11UnorderedAccessView *uav = rig_raw_uav(&rig, memory, 8);
    ID3D11ComputeShader *shader = rig_shader(&rig, "groups");
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 3, 1, &uav, NULL);
    ID3D11DeviceContext_DispatchIndirect(rig.context, indirect, 2);  /* not a multiple of 4 */
    ID3D11DeviceContext_DispatchIndirect(rig.context, indirect, 16); /* past the end */
    ID3D11DeviceContext_DispatchIndirect(rig.context, indirect, 12); /* 70000 groups */
    ID3D11DeviceContext_DispatchIndirect(rig.context, memory, 0);    /* no argument buffer */
    ID3D11DeviceContext_DispatchIndirect(rig.context, NULL, 0);
    rig_read(&rig, memory, out, sizeof(out));
    assert_int_equal(out[0], 0);
    ID3D11DeviceContext_DispatchIndirect(rig.context, indirect, 4);
    rig_read(&rig, memory, out, sizeof(out));
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[2], 0);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(indirect);
    ID3D11Buffer_Release(memory);
    rig_close(&rig);
}

static void append_keeps_order(void **state)
{
    enum { IN = 640 };
    struct rig rig = rig_open();
    uint32_t in[IN], out[IN], count[4] = {9, 9, 9, 9};
    for (uint32_t i = 0; i < IN; i++)
        in[i] = i * 2654435761u >> 16;
    ID3D11Buffer *source = rig_structured(&rig, sizeof(in), 4, D3D11_BIND_SHADER_RESOURCE, in);
    ID3D11Buffer *target = rig_structured(&rig, sizeof(out), 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11Buffer *counts = rig_raw(&rig, sizeof(count), 0, count);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                             .Buffer = {0, IN, D3D11_BUFFER_UAV_FLAG_APPEND}};
    ID3D11ShaderResourceView *srv = rig_srv(&rig, source, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, target, &desc);
    ID3D11ComputeShader *shader = rig_shader(&rig, "append");
    static const UINT initial = 2, keep = UINT32_MAX;
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, &initial);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, &keep);
    ID3D11DeviceContext_Dispatch(rig.context, IN / 64, 1, 1);
    ID3D11DeviceContext_CopyStructureCount(rig.context, counts, 4, uav);
    ID3D11DeviceContext_CopyStructureCount(rig.context, counts, 14, uav); /* not a multiple of 4 */
    ID3D11DeviceContext_CopyStructureCount(rig.context, counts, 16, uav); /* past the end */
    rig_read(&rig, target, out, sizeof(out));
    rig_read(&rig, counts, count, sizeof(count));
    uint32_t at = 2;
    for (uint32_t i = 0; i < IN; i++)
        if (in[i] & 1)
            assert_int_equal(out[at++], in[i]);
    assert_int_equal(count[0], 9);
    assert_int_equal(count[1], at);
    assert_int_equal(count[2], 9);
    assert_int_equal(count[3], 9);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(counts);
    ID3D11Buffer_Release(target);
    ID3D11Buffer_Release(source);
    rig_close(&rig);
}

static int by_value(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* WEFT_RELAXED=1 gives up the order of groups: everything is there, each once, in groups' order or not. */
static void relaxed_order_keeps_the_set(void **state)
{
    enum { IN = 64 * 2000 };
    setenv("WEFT_RELAXED", "1", 1);
    setenv("WEFT_THREADS", "3", 1);
    struct rig rig = rig_open();
    unsetenv("WEFT_RELAXED");
    unsetenv("WEFT_THREADS");
    uint32_t *in = malloc(IN * sizeof(*in)), *out = calloc(IN, sizeof(*out)), kept = 0;
    for (uint32_t i = 0; i < IN; i++) {
        in[i] = i * 2654435761u;
        kept += in[i] & 1;
    }
    ID3D11Buffer *source = rig_structured(&rig, IN * 4, 4, D3D11_BIND_SHADER_RESOURCE, in);
    ID3D11Buffer *target = rig_structured(&rig, IN * 4, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {.ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                             .Buffer = {0, IN, D3D11_BUFFER_UAV_FLAG_APPEND}};
    ID3D11ShaderResourceView *srv = rig_srv(&rig, source, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, target, &desc);
    ID3D11ComputeShader *shader = rig_shader(&rig, "append");
    static const UINT initial = 0;
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, &initial);
    ID3D11DeviceContext_Dispatch(rig.context, IN / 64, 1, 1);
    rig_read(&rig, target, out, IN * sizeof(*out));
    qsort(out, kept, sizeof(*out), by_value);
    qsort(in, IN, sizeof(*in), by_value);
    uint32_t at = 0;
    for (uint32_t i = 0; i < IN; i++)
        if (in[i] & 1)
            assert_int_equal(out[at++], in[i]);
    assert_int_equal(at, kept);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(target);
    ID3D11Buffer_Release(source);
    rig_close(&rig);
    free(in);
    free(out);
}

static void histogram_of_many_groups(void **state)
{
    enum { IN = 64 * 512 };
    struct rig rig = rig_open();
    uint32_t *in = malloc(IN * sizeof(*in)), expected[16] = {0}, out[16];
    for (uint32_t i = 0; i < IN; i++) {
        in[i] = i * 2654435761u >> 20;
        expected[in[i] & 15]++;
    }
    D3D11_BUFFER_DESC desc = {.ByteWidth = IN * 4, .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    ID3D11Buffer *source = rig_buffer(&rig, &desc, in);
    desc = (D3D11_BUFFER_DESC){.ByteWidth = sizeof(out), .BindFlags = D3D11_BIND_UNORDERED_ACCESS};
    ID3D11Buffer *bins = rig_buffer(&rig, &desc, NULL);
    D3D11_SHADER_RESOURCE_VIEW_DESC srv_desc = {
        .Format = DXGI_FORMAT_R32_UINT, .ViewDimension = D3D11_SRV_DIMENSION_BUFFER, .Buffer = {{0}, {IN}}};
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav_desc = {
        .Format = DXGI_FORMAT_R32_UINT, .ViewDimension = D3D11_UAV_DIMENSION_BUFFER, .Buffer = {0, 16, 0}};
    ID3D11ShaderResourceView *srv = rig_srv(&rig, source, &srv_desc);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, bins, &uav_desc);
    ID3D11ComputeShader *shader = rig_shader(&rig, "histogram");
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 5, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_Dispatch(rig.context, IN / 64, 1, 1);
    ID3D11DeviceContext_Dispatch(rig.context, IN / 64, 1, 1);
    rig_read(&rig, bins, out, sizeof(out));
    for (int i = 0; i < 16; i++)
        assert_int_equal(out[i], expected[i] * 2);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(bins);
    ID3D11Buffer_Release(source);
    free(in);
    rig_close(&rig);
}

static void inverts_a_picture(void **state)
{
    enum { W = 40, H = 24 };
    struct rig rig = rig_open();
    uint8_t in[H][W * 4];
    for (int i = 0; i < H * W * 4; i++)
        in[i / (W * 4)][i % (W * 4)] = (uint8_t)(i * 7);
    D3D11_TEXTURE2D_DESC desc = {.Width = W,
                                 .Height = H,
                                 .MipLevels = 1,
                                 .ArraySize = 1,
                                 .Format = DXGI_FORMAT_R8G8B8A8_UNORM,
                                 .SampleDesc = {1, 0},
                                 .BindFlags = D3D11_BIND_SHADER_RESOURCE};
    D3D11_SUBRESOURCE_DATA data = {in, W * 4, 0};
    ID3D11Texture2D *source, *target, *staging;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, &data, &source));
    desc.BindFlags = D3D11_BIND_UNORDERED_ACCESS;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &target));
    desc.BindFlags = 0;
    desc.Usage = D3D11_USAGE_STAGING;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &staging));
    ID3D11ShaderResourceView *srv = rig_srv(&rig, source, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, target, NULL);
    ID3D11ComputeShader *shader = rig_shader(&rig, "invert");
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_Dispatch(rig.context, W / 8, H / 8, 1);
    ID3D11DeviceContext_CopyResource(rig.context, (ID3D11Resource *)staging, (ID3D11Resource *)target);
    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped));
    for (int y = 0; y < H; y++)
        for (int i = 0; i < W * 4; i++)
            assert_int_equal(((uint8_t *)mapped.pData)[y * mapped.RowPitch + i], 255 - in[y][i]);
    ID3D11DeviceContext_Unmap(rig.context, (ID3D11Resource *)staging, 0);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Texture2D_Release(staging);
    ID3D11Texture2D_Release(target);
    ID3D11Texture2D_Release(source);
    rig_close(&rig);
}

struct heard {
    char text[512];
};

static void hear(void *user, weft_message_kind kind, const char *text)
{
    struct heard *heard = user;
    size_t length = strlen(heard->text);
    snprintf(heard->text + length, sizeof(heard->text) - length, "%d:%s|", kind, text);
}

static void messages_come_in_group_order(void **state)
{
    struct rig rig = rig_open();
    struct heard heard = {""};
    ID3D11ComputeShader *shader = rig_shader(&rig, "report");
    assert_ok(weft_device_set_message_callback(rig.device, hear, &heard));
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_Dispatch(rig.context, 4, 1, 1);
    assert_string_equal(heard.text, "0:group 0|0:group 1|0:group 2|1:bad 14|0:group 3|");
    ID3D11ComputeShader_Release(shader);
    rig_close(&rig);
}

static void time_limit_removes_the_device(void **state)
{
    setenv("WEFT_TIMEOUT_MS", "50", 1);
    struct rig rig = rig_open();
    unsetenv("WEFT_TIMEOUT_MS");
    run_scale(&rig); /* within the limit */

    D3D11_BUFFER_DESC staging_desc = {.ByteWidth = 64,
                                      .Usage = D3D11_USAGE_STAGING,
                                      .CPUAccessFlags = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE};
    ID3D11Buffer *staging = rig_buffer(&rig, &staging_desc, NULL), *none = (void *)1;
    ID3D11Buffer *memory = rig_raw(&rig, 64, 0, NULL);
    ID3D11UnorderedAccessView *uav = rig_raw_uav(&rig, memory, 16);
    ID3D11ComputeShader *shader = rig_shader(&rig, "endless");
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    assert_ok(ID3D11Device_GetDeviceRemovedReason(rig.device));
    assert_string_equal(weft_device_removed_text(rig.device), "");
    ID3D11DeviceContext_Dispatch(rig.context, 2, 1, 1);
    assert_hr(ID3D11Device_GetDeviceRemovedReason(rig.device), DXGI_ERROR_DEVICE_HUNG);
    const char *text = weft_device_removed_text(rig.device);
    assert_non_null(strstr(text, "50 ms"));
    assert_non_null(strstr(text, "group (0, 0, 0)"));
    assert_non_null(strstr(text, "instruction "));
    assert_non_null(strstr(text, "The loop ends when memory changes that instruction "));
    assert_non_null(strstr(text, "ld_raw"));

    D3D11_MAPPED_SUBRESOURCE mapped;
    ID3D11Resource *resource = (ID3D11Resource *)staging;
    assert_hr(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_READ, 0, &mapped),
              DXGI_ERROR_DEVICE_REMOVED);
    assert_null(mapped.pData);
    assert_ok(ID3D11DeviceContext_Map(rig.context, resource, 0, D3D11_MAP_WRITE, 0, &mapped));
    ID3D11DeviceContext_Unmap(rig.context, resource, 0);
    assert_hr(ID3D11Device_CreateBuffer(rig.device, &staging_desc, NULL, &none), DXGI_ERROR_DEVICE_REMOVED);
    assert_null(none);
    ID3D11DeviceContext_Dispatch(rig.context, 2, 1, 1); /* does nothing, and at once */
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(memory);
    ID3D11Buffer_Release(staging);
    rig_close(&rig);
}

static void queries_are_ready(void **state)
{
    struct rig rig = rig_open();
    ID3D11Query *event, *clock, *statistics;
    WINBOOL done = FALSE;
    UINT64 time[2];
    D3D11_QUERY_DATA_PIPELINE_STATISTICS counts;
    D3D11_QUERY_DESC desc = {D3D11_QUERY_EVENT, 0};
    assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, &event));
    desc.Query = D3D11_QUERY_TIMESTAMP;
    assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, &clock));
    desc.Query = D3D11_QUERY_PIPELINE_STATISTICS;
    assert_ok(ID3D11Device_CreateQuery(rig.device, &desc, &statistics));
    ID3D11Asynchronous *e = (void *)event, *c = (void *)clock, *s = (void *)statistics;
    assert_int_equal(ID3D11Query_GetDataSize(event), sizeof(done));
    assert_hr(ID3D11DeviceContext_GetData(rig.context, e, &done, sizeof(done), 0), DXGI_ERROR_INVALID_CALL);
    ID3D11DeviceContext_Begin(rig.context, e); /* refused: events only end */
    ID3D11DeviceContext_Begin(rig.context, s);
    ID3D11DeviceContext_End(rig.context, c);
    run_scale(&rig);
    ID3D11DeviceContext_End(rig.context, e);
    ID3D11DeviceContext_End(rig.context, s);
    assert_ok(ID3D11DeviceContext_GetData(rig.context, e, &done, sizeof(done), 0));
    assert_int_equal(done, TRUE);
    assert_ok(ID3D11DeviceContext_GetData(rig.context, e, NULL, 0, D3D11_ASYNC_GETDATA_DONOTFLUSH));
    assert_hr(ID3D11DeviceContext_GetData(rig.context, e, &done, 1, 0), E_INVALIDARG);
    assert_ok(ID3D11DeviceContext_GetData(rig.context, s, &counts, sizeof(counts), 0));
    assert_int_equal(counts.CSInvocations, 3 * 64 * ((COUNT + 63) / 64));
    assert_ok(ID3D11DeviceContext_GetData(rig.context, c, &time[0], sizeof(time[0]), 0));
    ID3D11DeviceContext_End(rig.context, c);
    assert_ok(ID3D11DeviceContext_GetData(rig.context, c, &time[1], sizeof(time[1]), 0));
    assert_true(time[1] > time[0]);
    ID3D11Query_Release(statistics);
    ID3D11Query_Release(clock);
    ID3D11Query_Release(event);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smallest_shader),
        cmocka_unit_test(bad_bytecode),
        cmocka_unit_test(scales_a_buffer),
        cmocka_unit_test(groups_are_numbered),
        cmocka_unit_test(indirect_arguments),
        cmocka_unit_test(append_keeps_order),
        cmocka_unit_test(relaxed_order_keeps_the_set),
        cmocka_unit_test(histogram_of_many_groups),
        cmocka_unit_test(inverts_a_picture),
        cmocka_unit_test(messages_come_in_group_order),
        cmocka_unit_test(time_limit_removes_the_device),
        cmocka_unit_test(queries_are_ready),
        cmocka_unit_test(several_devices_and_threads),
        cmocka_unit_test(creation_from_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
