/* A device that checks, seen from a program: bytes that nobody has written, findings through weft.h. */
#include "../../support/runtime_rig.h"

#include "checker.h"

enum { WORDS = 64 };

static ID3D11ComputeShader *load_shader(const struct rig *rig, const char *path)
{
    ID3D11ComputeShader *shader;
    size_t size;
    void *bytes = rig_file(path, &size);
    assert_ok(ID3D11Device_CreateComputeShader(rig->device, bytes, size, NULL, &shader));
    free(bytes);
    return shader;
}

/* The first half of what the shader reads is written, then all of it. */
static void test_unwritten_bytes(void **state)
{
    uint32_t words[WORDS] = {1, 2, 3};
    D3D11_BOX half = {0, 0, 0, WORDS * 2, 1, 1};
    weft_finding finding = {.size = sizeof(finding)};
    setenv("WEFT_CHECK", "1,orders=0,quiet", 1);
    struct rig rig = rig_open();
    ID3D11ComputeShader *shader = load_shader(&rig, "check/bounds_structured_read.fixed.dxbc");
    ID3D11Buffer *in = rig_structured(&rig, sizeof(words), 4, D3D11_BIND_SHADER_RESOURCE, NULL);
    ID3D11Buffer *out = rig_structured(&rig, sizeof(words), 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, in, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)in, 0, &half, words, 0, 0);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_int_equal(weft_device_get_finding_count(rig.device), 1);
    assert_ok(weft_device_get_finding(rig.device, 0, &finding));
    assert_string_equal(finding.kind, "uninitialized-resource");
    assert_string_equal(finding.resource, "t0 'In'");
    assert_int_equal(finding.offset, WORDS * 2);
    assert_int_equal(finding.count, WORDS / 2 + 1); /* the last element twice */
    assert_int_equal(finding.first.instruction, ~0u);
    assert_string_equal(finding.second.access, "read");
    assert_hr(weft_device_get_finding(rig.device, 1, &finding), E_INVALIDARG);

    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)in, 0, NULL, words, 0, 0);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_ok(weft_device_get_finding(rig.device, 0, &finding));
    assert_int_equal(finding.count, WORDS / 2 + 1);
    assert_hr(weft_device_write_findings(rig.device, "html", NULL), E_INVALIDARG);

    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(out);
    ID3D11Buffer_Release(in);
    ID3D11ComputeShader_Release(shader);
    rig_close(&rig);
    unsetenv("WEFT_CHECK");
}

/* Sampling reads the texels that its filter reaches: the lower half of the texture was never written. */
static void test_unwritten_texels(void **state)
{
    float texels[16] = {0};
    D3D11_BOX upper = {0, 0, 0, 4, 2, 1};
    D3D11_TEXTURE2D_DESC desc = {
        4, 4, 1, 1, DXGI_FORMAT_R32_FLOAT, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    weft_finding finding = {.size = sizeof(finding)};
    ID3D11Texture2D *texture;
    ID3D11ShaderResourceView *srv;
    setenv("WEFT_CHECK", "1,orders=0,quiet", 1);
    struct rig rig = rig_open();
    ID3D11ComputeShader *shader = load_shader(&rig, "check/sample_unbound.fixed.dxbc");
    ID3D11Buffer *out = rig_structured(&rig, 32, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &texture));
    assert_ok(ID3D11Device_CreateShaderResourceView(rig.device, (ID3D11Resource *)texture, NULL, &srv));
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)texture, 0, &upper, texels, 16, 0);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_int_equal(weft_device_get_finding_count(rig.device), 1);
    assert_ok(weft_device_get_finding(rig.device, 0, &finding));
    assert_string_equal(finding.kind, "uninitialized-resource");
    assert_string_equal(finding.resource, "t0 'In'");
    assert_non_null(strstr(finding.text, "texel (0, 2)"));
    ID3D11DeviceContext_UpdateSubresource(rig.context, (ID3D11Resource *)texture, 0, NULL, texels, 16, 0);
    UINT before = (UINT)finding.count;
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_ok(weft_device_get_finding(rig.device, 0, &finding));
    assert_int_equal(finding.count, before);
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Texture2D_Release(texture);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(out);
    ID3D11ComputeShader_Release(shader);
    rig_close(&rig);
    unsetenv("WEFT_CHECK");
}

/* Messages of this severity that begin and go on so. */
static unsigned count_messages(ID3D11InfoQueue *queue, D3D11_MESSAGE_SEVERITY severity, const char *begin,
                               const char *part)
{
    unsigned count = 0;
    for (UINT64 i = 0; i < ID3D11InfoQueue_GetNumStoredMessages(queue); i++) {
        SIZE_T size = 0;
        ID3D11InfoQueue_GetMessage(queue, i, NULL, &size);
        D3D11_MESSAGE *message = malloc(size);
        assert_non_null(message);
        assert_ok(ID3D11InfoQueue_GetMessage(queue, i, message, &size));
        count += message->Category == D3D11_MESSAGE_CATEGORY_EXECUTION && message->Severity == severity &&
                 !strncmp(message->pDescription, begin, strlen(begin)) && strstr(message->pDescription, part);
        free(message);
    }
    return count;
}

/* Each finding is one message, however often it turns up; `quiet` keeps them out. */
static void test_info_queue(void **state)
{
    for (unsigned quiet = 0; quiet < 2; quiet++) {
        setenv("WEFT_CHECK", quiet ? "1,quiet" : "1", 1);
        struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
        ID3D11InfoQueue *queue = rig_queue(&rig);
        ID3D11ComputeShader *shader = load_shader(&rig, "check/shared_missing_barrier.dxbc");
        ID3D11Buffer *out = rig_structured(&rig, WORDS * 4, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
        ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
        ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
        ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
        for (unsigned i = 0; i < 2; i++)
            ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
        assert_int_equal(weft_device_get_finding_count(rig.device), 2);
        assert_int_equal(count_messages(queue, D3D11_MESSAGE_SEVERITY_WARNING, "race: g0", "reads at line"),
                         !quiet);
        assert_int_equal(
            count_messages(queue, D3D11_MESSAGE_SEVERITY_WARNING, "order-dependent: ", "u0 'Out'"), !quiet);
        ID3D11DeviceContext_ClearState(rig.context);
        ID3D11UnorderedAccessView_Release(uav);
        ID3D11Buffer_Release(out);
        ID3D11ComputeShader_Release(shader);
        ID3D11InfoQueue_Release(queue);
        rig_close(&rig);
        unsetenv("WEFT_CHECK");
    }
}

/* Devices that do not check have nothing to say. */
static void test_off(void **state)
{
    weft_finding finding = {.size = sizeof(finding)};
    struct rig rig = rig_open();
    assert_int_equal(weft_device_get_finding_count(rig.device), 0);
    assert_hr(weft_device_get_finding(rig.device, 0, &finding), E_INVALIDARG);
    assert_hr(weft_device_write_findings(rig.device, "text", NULL), E_INVALIDARG);
    rig_close(&rig);
}

static void test_settings(void **state)
{
    struct check_settings s;
    char error[1024];
    assert_true(check_settings_read(NULL, &s, error, sizeof(error)));
    assert_false(s.on);
    assert_true(check_settings_read("0", &s, error, sizeof(error)));
    assert_false(s.on);
    assert_true(
        check_settings_read("race,nan,orders=5,seed=9,memory=7,watch=u3[12]", &s, error, sizeof(error)));
    assert_true(s.on);
    assert_int_equal(s.kinds,
                     CHECK_BIT(CHECK_RACE) | CHECK_BIT(CHECK_NOT_A_NUMBER) | CHECK_BIT(CHECK_INCOMPLETE));
    assert_int_equal(s.orders, 5);
    assert_int_equal(s.seed, 9);
    assert_int_equal(s.memory_bytes, 7 << 20);
    assert_int_equal(s.watch_slot, 3);
    assert_int_equal(s.watch_element, 12);
    assert_true(check_settings_read("1,-race,+infinity", &s, error, sizeof(error)));
    assert_int_equal(s.kinds,
                     (check_kinds_by_default() & ~CHECK_BIT(CHECK_RACE)) | CHECK_BIT(CHECK_INFINITE));
    assert_false(check_settings_read("orders=x", &s, error, sizeof(error)));
    assert_false(check_settings_read("watch=u64[0]", &s, error, sizeof(error)));
    assert_non_null(strstr(error, "watch=u64[0]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unwritten_bytes), cmocka_unit_test(test_unwritten_texels),
        cmocka_unit_test(test_info_queue),      cmocka_unit_test(test_off),
        cmocka_unit_test(test_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
