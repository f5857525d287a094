/* WEFT_CAPTURE from a program: what only a program can do. That captures run again with the same bytes is
 * shown with the command (tests/cli/cases/capture.case). */
#define _GNU_SOURCE /* nftw */
#include "../../support/runtime_rig.h"

#include <ftw.h>
#include <unistd.h>

enum { WORDS = 64, PATH_ROOM = 256, TEXT_ROOM = 65536, CONSTANT_WORDS = 128 };

static char folder[PATH_ROOM];

static int open_folder(void **state)
{
    const char *root = getenv("TMPDIR");
    snprintf(folder, sizeof(folder), "%s/weft-capture-XXXXXX", root ? root : "/tmp");
    if (!mkdtemp(folder))
        return -1;
    setenv("WEFT_CAPTURE", folder, 1);
    return 0;
}

static int drop(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
    return remove(path);
}

static int close_folder(void **state)
{
    unsetenv("WEFT_CAPTURE");
    return nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS);
}

/* The description of the n-th file in the folder that this process wrote; "" when there is none. */
static const char *captured(unsigned number)
{
    static char text[TEXT_ROOM];
    char path[PATH_ROOM + 32];
    snprintf(path, sizeof(path), "%s/%06u.yaml", folder, number);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
    text[size] = 0;
    if (file)
        fclose(file);
    return text;
}

static unsigned next_number; /* dispatches of this process so far */

/* The second dispatch finds what the first one left, and says so. */
static void test_sequence(void **state)
{
    uint32_t zeros[WORDS] = {0};
    struct rig rig = rig_open();
    ID3D11ComputeShader *shader = rig_shader(&rig, "increment");
    ID3D11Buffer *buffer = rig_raw(&rig, sizeof(zeros), 0, zeros);
    ID3D11UnorderedAccessView *uav = rig_raw_uav(&rig, buffer, WORDS);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_non_null(strstr(captured(next_number), "Data: [\n      0x0, 0x0"));
    assert_non_null(strstr(captured(next_number + 1), "Data: [\n      0x1, 0x1"));
    next_number += 2;
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(buffer);
    ID3D11ComputeShader_Release(shader);
    rig_close(&rig);
}

/* Constants from the middle of a buffer, and a number of groups that stands in another one. */
static void test_indirect_and_offset(void **state)
{
    uint32_t words[WORDS] = {7, 8}, numbers[CONSTANT_WORDS] = {0}, groups[4] = {0, 1, 1, 1};
    UINT first = 16, count = 16;
    D3D11_BUFFER_DESC constant_desc = {
        sizeof(numbers), D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, 0, 0};
    D3D11_BUFFER_DESC args_desc = {
        sizeof(groups), D3D11_USAGE_DEFAULT, 0, 0, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS, 0};
    numbers[64] = 3;
    numbers[65] = 5;
    struct rig rig = rig_open();
    ID3D11DeviceContext1 *context;
    assert_ok(ID3D11DeviceContext_QueryInterface(rig.context, &IID_ID3D11DeviceContext1, (void **)&context));
    ID3D11ComputeShader *shader = rig_shader(&rig, "scale");
    ID3D11Buffer *in = rig_structured(&rig, sizeof(words), 4, D3D11_BIND_SHADER_RESOURCE, words);
    ID3D11Buffer *out = rig_structured(&rig, sizeof(words), 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11Buffer *constants = rig_buffer(&rig, &constant_desc, numbers);
    ID3D11Buffer *args = rig_buffer(&rig, &args_desc, groups);
    ID3D11ShaderResourceView *srv = rig_srv(&rig, in, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext1_CSSetConstantBuffers1(context, 0, 1, &constants, &first, &count);
    ID3D11DeviceContext_DispatchIndirect(rig.context, args, 4);
    const char *text = captured(next_number++);
    assert_non_null(strstr(text, "DispatchGroupCount: [ 1, 1, 1 ]"));
    assert_non_null(strstr(text, "- Name: b0\n    Format: Hex32\n    Data: [\n      0x3, 0x5, 0x0"));
    assert_non_null(strstr(text, "Kind: ConstantBuffer\n        DirectXBinding: { Register: 0"));
    rig_read(&rig, out, words, sizeof(words));
    assert_int_equal(words[0], 7 * 3 + 5);
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Buffer_Release(args);
    ID3D11Buffer_Release(constants);
    ID3D11Buffer_Release(out);
    ID3D11Buffer_Release(in);
    ID3D11ComputeShader_Release(shader);
    ID3D11DeviceContext1_Release(context);
    rig_close(&rig);
}

/* What a description cannot say leaves no file behind, and the dispatch runs all the same. */
static void test_refused(void **state)
{
    float texels[20] = {0}, out_words[8];
    D3D11_SUBRESOURCE_DATA data[2] = {{texels, 16, 0}, {texels, 8, 0}};
    D3D11_TEXTURE2D_DESC desc = {4,
                                 4,
                                 2,
                                 1,
                                 DXGI_FORMAT_R32_FLOAT,
                                 {1, 0},
                                 D3D11_USAGE_DEFAULT,
                                 D3D11_BIND_SHADER_RESOURCE,
                                 0,
                                 D3D11_RESOURCE_MISC_RESOURCE_CLAMP};
    ID3D11Texture2D *texture;
    size_t size;
    struct rig rig = rig_open();
    void *bytes = rig_file("check/sample_unbound.fixed.dxbc", &size);
    ID3D11ComputeShader *shader;
    assert_ok(ID3D11Device_CreateComputeShader(rig.device, bytes, size, NULL, &shader));
    assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, data, &texture));
    ID3D11ShaderResourceView *srv = rig_srv(&rig, texture, NULL);
    ID3D11Buffer *out = rig_structured(&rig, sizeof(out_words), 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11UnorderedAccessView *uav = rig_uav(&rig, out, NULL);
    ID3D11DeviceContext_CSSetShader(rig.context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetShaderResources(rig.context, 0, 1, &srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig.context, 0, 1, &uav, NULL);
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, (ID3D11Resource *)texture, 1);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_string_equal(captured(next_number++), "");
    rig_read(&rig, out, out_words, sizeof(out_words));
    assert_true(out_words[0] > 0);
    ID3D11DeviceContext_SetResourceMinLOD(rig.context, (ID3D11Resource *)texture, 0);
    ID3D11DeviceContext_Dispatch(rig.context, 1, 1, 1);
    assert_non_null(strstr(captured(next_number++), "Kind: Texture2D"));
    ID3D11DeviceContext_ClearState(rig.context);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(out);
    ID3D11ShaderResourceView_Release(srv);
    ID3D11Texture2D_Release(texture);
    ID3D11ComputeShader_Release(shader);
    free(bytes);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_indirect_and_offset),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
