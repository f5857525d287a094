/*
 * Devices and threads: several threads with devices of their own, several that create on one device, and a
 * child process that makes its own device after its parent has used one.
 */
#include "../../support/runtime_rig.h"
#include "../../support/sanitizers.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, ROUNDS = 12, ELEMENTS = 4096 };

/* Failures in other threads and processes must not long jump: they are counted. */
#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                          \
            bad++;                                                                                           \
        }                                                                                                    \
    } while (0)

struct shared {
    ID3D11Device *device; /* NULL: each thread makes its own */
    const void *bytecode;
    size_t bytecode_size;
};

/* Creates one of most kinds of object and gives it back. */
static int create_objects(ID3D11Device *device, const struct shared *shared, unsigned seed)
{
    int bad = 0;
    D3D11_BUFFER_DESC buffer_desc = {.ByteWidth = 256 + seed * 16,
                                     .BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS,
                                     .MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED,
                                     .StructureByteStride = 16};
    D3D11_SAMPLER_DESC sampler_desc = {.AddressU = 1, .AddressV = 1, .AddressW = 1 + seed % 3};
    D3D11_RASTERIZER_DESC raster_desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = 1 + seed % 3};
    D3D11_QUERY_DESC query_desc = {D3D11_QUERY_EVENT, 0};
    ID3D11Buffer *buffer = NULL, *wrong = NULL;
    ID3D11ShaderResourceView *srv = NULL;
    ID3D11UnorderedAccessView *uav = NULL;
    ID3D11SamplerState *sampler = NULL;
    ID3D11RasterizerState *raster = NULL;
    ID3D11ComputeShader *shader = NULL;
    ID3D11Query *query = NULL;
    ID3D11DeviceContext *deferred = NULL;
    EXPECT(ID3D11Device_CreateBuffer(device, &buffer_desc, NULL, &buffer) == S_OK);
    EXPECT(ID3D11Device_CreateShaderResourceView(device, (ID3D11Resource *)buffer, NULL, &srv) == S_OK);
    EXPECT(ID3D11Device_CreateUnorderedAccessView(device, (ID3D11Resource *)buffer, NULL, &uav) == S_OK);
    EXPECT(ID3D11Device_CreateSamplerState(device, &sampler_desc, &sampler) == S_OK);
    EXPECT(ID3D11Device_CreateRasterizerState(device, &raster_desc, &raster) == S_OK);
    EXPECT(ID3D11Device_CreateComputeShader(device, shared->bytecode, shared->bytecode_size, NULL, &shader) ==
           S_OK);
    EXPECT(ID3D11Device_CreateQuery(device, &query_desc, &query) == S_OK);
    EXPECT(ID3D11Device_CreateDeferredContext(device, 0, &deferred) == S_OK);
    EXPECT(ID3D11Buffer_SetPrivateData(buffer, &WKPDID_D3DDebugObjectName, 4, "name") == S_OK);
    buffer_desc.StructureByteStride = 7;
    EXPECT(ID3D11Device_CreateBuffer(device, &buffer_desc, NULL, &wrong) == E_INVALIDARG);
    ID3D11DeviceContext_Release(deferred);
    ID3D11Query_Release(query);
    ID3D11ComputeShader_Release(shader);
    ID3D11RasterizerState_Release(raster);
    ID3D11SamplerState_Release(sampler);
    ID3D11UnorderedAccessView_Release(uav);
    ID3D11Buffer_Release(buffer);
    ID3D11ShaderResourceView_Release(srv);
    return bad;
}

/* Scales a buffer on a device of its own and looks at every element. */
static int compute(const struct shared *shared)
{
    static const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    int bad = 0;
    ID3D11Device *device = NULL;
    ID3D11DeviceContext *context = NULL;
    EXPECT(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, &level, 1, D3D11_SDK_VERSION, &device,
                             NULL, &context) == S_OK);
    if (bad)
        return bad;
    uint32_t *values = malloc(ELEMENTS * sizeof(*values));
    for (uint32_t i = 0; i < ELEMENTS; i++)
        values[i] = i * 3;
    D3D11_BUFFER_DESC desc = {.ByteWidth = ELEMENTS * 4,
                              .BindFlags = D3D11_BIND_UNORDERED_ACCESS,
                              .MiscFlags = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS};
    D3D11_UNORDERED_ACCESS_VIEW_DESC raw = {.Format = DXGI_FORMAT_R32_TYPELESS,
                                            .ViewDimension = D3D11_UAV_DIMENSION_BUFFER,
                                            .Buffer = {0, ELEMENTS, D3D11_BUFFER_UAV_FLAG_RAW}};
    D3D11_SUBRESOURCE_DATA data = {values, 0, 0};
    ID3D11Buffer *buffer = NULL, *staging = NULL;
    ID3D11UnorderedAccessView *view = NULL;
    ID3D11ComputeShader *shader = NULL;
    D3D11_MAPPED_SUBRESOURCE mapped = {0};
    EXPECT(ID3D11Device_CreateBuffer(device, &desc, &data, &buffer) == S_OK);
    EXPECT(ID3D11Device_CreateUnorderedAccessView(device, (ID3D11Resource *)buffer, &raw, &view) == S_OK);
    EXPECT(ID3D11Device_CreateComputeShader(device, shared->bytecode, shared->bytecode_size, NULL, &shader) ==
           S_OK);
    desc = (D3D11_BUFFER_DESC){
        .ByteWidth = ELEMENTS * 4, .Usage = D3D11_USAGE_STAGING, .CPUAccessFlags = D3D11_CPU_ACCESS_READ};
    EXPECT(ID3D11Device_CreateBuffer(device, &desc, NULL, &staging) == S_OK);
    ID3D11DeviceContext_CSSetShader(context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, 1, &view, NULL);
    ID3D11DeviceContext_Dispatch(context, ELEMENTS / 64, 1, 1);
    ID3D11DeviceContext_CopyResource(context, (ID3D11Resource *)staging, (ID3D11Resource *)buffer);
    EXPECT(ID3D11DeviceContext_Map(context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &mapped) ==
           S_OK);
    for (uint32_t i = 0; i < ELEMENTS && !bad; i++)
        EXPECT(((const uint32_t *)mapped.pData)[i] == i * 3 + 1);
    ID3D11DeviceContext_Unmap(context, (ID3D11Resource *)staging, 0);
    ID3D11DeviceContext_ClearState(context);
    ID3D11Buffer_Release(staging);
    ID3D11ComputeShader_Release(shader);
    ID3D11UnorderedAccessView_Release(view);
    ID3D11Buffer_Release(buffer);
    EXPECT(ID3D11DeviceContext_Release(context) == 0);
    EXPECT(ID3D11Device_Release(device) == 0);
    free(values);
    return bad;
}

static void *worker(void *user)
{
    const struct shared *shared = user;
    intptr_t bad = 0;
    for (unsigned i = 0; i < ROUNDS; i++)
        bad += shared->device ? create_objects(shared->device, shared, i) : compute(shared);
    return (void *)bad;
}

static void run_threads(struct shared *shared)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, worker, shared), 0);
    for (int i = 0; i < THREADS; i++) {
        void *bad;
        pthread_join(threads[i], &bad);
        assert_null(bad);
    }
}

static struct shared shared_open(ID3D11Device *device)
{
    struct shared shared = {.device = device};
    shared.bytecode = rig_file("unit/runtime/shaders/increment.dxbc", &shared.bytecode_size);
    return shared;
}

static void devices_of_their_own(void **state)
{
    struct shared shared = shared_open(NULL);
    run_threads(&shared);
    free((void *)shared.bytecode);
}

static void one_device(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    struct shared shared = shared_open(rig.device);
    run_threads(&shared);
    assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), THREADS * ROUNDS);
    free((void *)shared.bytecode);
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

static void child_process(void **state)
{
    if (UNDER_TSAN) /* starts no threads in the child of a process that had some */
        skip();
    struct shared shared = shared_open(NULL);
    assert_int_equal(compute(&shared), 0);
    struct rig rig = rig_open(); /* lives on in the parent; the child does not touch it */
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(60);
        _exit(compute(&shared) ? 1 : 0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_equal(compute(&shared), 0);
    free((void *)shared.bytecode);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(child_process),
        cmocka_unit_test(devices_of_their_own),
        cmocka_unit_test(one_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
