/*
 * Buffers of 4 GiB, all that ByteWidth can say: both ends of every MiB written by a dispatch, found by
 * another and mapped. Where so much memory may not be had the tests say so and are skipped.
 */
#include "../../support/runtime_rig.h"

enum { PAGE = 1 << 20, GROUP = 256 };
#define BYTES   0xfffffff0u
#define PAGES   (BYTES / PAGE + 1)
#define STRUCTS (BYTES / 16)

static uint32_t mark(uint32_t at)
{
    return at * 2654435761u + 1;
}

static bool memory_is_short(const struct rig *rig)
{
    const uint64_t needed = UINT64_C(5) << 30;
    weft_device_info info = {.size = sizeof(info)};
    unsigned long long available = 0;
    char line[128];
    assert_ok(weft_device_get_info(rig->device, &info));
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof(line), file) && sscanf(line, "MemAvailable: %llu kB", &available) != 1)
        ;
    if (file)
        fclose(file);
    if (info.memory_bytes >= needed && available << 10 >= needed)
        return false;
    print_message("Skipped: 5 GiB of memory are needed, %llu MiB are there, %llu MiB of them available\n",
                  (unsigned long long)info.memory_bytes >> 20, available >> 10);
    return true;
}

/* One dispatch over all pages; what the shader counts in `missing`. */
static uint32_t run(const struct rig *rig, const char *name, ID3D11UnorderedAccessView *target,
                    ID3D11ShaderResourceView *source)
{
    const uint32_t zero = 0;
    uint32_t counted;
    ID3D11Buffer *missing = rig_raw(rig, 4, 0, &zero);
    ID3D11UnorderedAccessView *const targets[] = {target, rig_raw_uav(rig, missing, 1)};
    ID3D11ComputeShader *shader = rig_shader(rig, name);
    ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 2, targets, NULL);
    ID3D11DeviceContext_CSSetShaderResources(rig->context, 0, 1, &source);
    ID3D11DeviceContext_Dispatch(rig->context, PAGES / GROUP, 1, 1);
    ID3D11DeviceContext_ClearState(rig->context);
    rig_read(rig, missing, &counted, sizeof(counted));
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(targets[1]);
    ID3D11Buffer_Release(missing);
    return counted;
}

static ID3D11Buffer *big_buffer(const struct rig *rig, UINT misc, UINT stride)
{
    const D3D11_BUFFER_DESC desc = {.ByteWidth = BYTES,
                                    .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS,
                                    .CPUAccessFlags = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE,
                                    .MiscFlags = misc,
                                    .StructureByteStride = stride};
    return rig_buffer(rig, &desc, NULL);
}

static void raw(void **state)
{
    struct rig rig = rig_open();
    if (memory_is_short(&rig)) {
        rig_close(&rig);
        skip();
    }
    ID3D11Buffer *buffer = big_buffer(&rig, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, 0);
    ID3D11UnorderedAccessView *uav = rig_raw_uav(&rig, buffer, BYTES / 4);
    const D3D11_SHADER_RESOURCE_VIEW_DESC whole = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                                   .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX,
                                                   .BufferEx = {0, BYTES / 4, D3D11_BUFFEREX_SRV_FLAG_RAW}};
    ID3D11ShaderResourceView *srv = rig_srv(&rig, buffer, &whole);
    run(&rig, "pages_fill", uav, NULL);
    assert_int_equal(run(&rig, "pages_count", NULL, srv), 0);

    D3D11_MAPPED_SUBRESOURCE mapped;
    assert_ok(
        ID3D11DeviceContext_Map(rig.context, (ID3D11Resource *)buffer, 0, D3D11_MAP_READ_WRITE, 0, &mapped));
    assert_true(mapped.RowPitch == BYTES && mapped.DepthPitch == BYTES);
    uint8_t *bytes = mapped.pData;
    for (uint64_t page = 0; page < PAGES; page++) {
        uint32_t front = (uint32_t)page * PAGE, back = page + 1 < PAGES ? front + PAGE - 4 : BYTES - 4,
                 got[2];
        memcpy(&got[0], bytes + front, 4);
        memcpy(&got[1], bytes + back, 4);
        if (got[0] != mark(front) || got[1] != mark(back))
            fail_msg("page %llu holds 0x%x and 0x%x", (unsigned long long)page, got[0], got[1]);
    }
    memset(bytes + BYTES - 4, 0, 4);
    ID3D11DeviceContext_Unmap(rig.context, (ID3D11Resource *)buffer, 0);
    assert_int_equal(run(&rig, "pages_count", NULL, srv), 1);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

static void structured(void **state)
{
    struct rig rig = rig_open();
    if (memory_is_short(&rig)) {
        rig_close(&rig);
        skip();
    }
    ID3D11Buffer *buffer = big_buffer(&rig, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 16);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, buffer, NULL);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, buffer, NULL);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc;
    ID3D11UnorderedAccessView_GetDesc(uav, &desc);
    assert_int_equal(desc.Buffer.NumElements, STRUCTS);
    run(&rig, "pages_fill_structs", uav, NULL);
    assert_int_equal(run(&rig, "pages_count_structs", NULL, srv), 0);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(buffer);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(raw), cmocka_unit_test(structured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
