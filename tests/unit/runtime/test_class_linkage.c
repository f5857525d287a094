/* Dynamic shader linkage: instances had before and after the shader, with data and without, in arrays of
 * interfaces. */
#include "../../support/message_rig.h"

/* shaders/linkage.hlsl: what lies in data (b1), in vectors. */
enum { SQUARE_AT = 1, CIRCLES_AT = 2, ADDER_AT = 5, DATA_VECTORS = 16, OWN_CIRCLE_AT = 9 };
enum { THREADS = 4 };

struct linked {
    struct rig rig;
    ID3D11ClassLinkage *linkage;
    ID3D11ComputeShader *shader;
    ID3D11Buffer *data, *pick, *output;
    ID3D11UnorderedAccessView *uav;
};

static ID3D11ComputeShader *create_shader(const struct rig *rig, ID3D11ClassLinkage *linkage)
{
    size_t size;
    void *bytes = rig_file("unit/runtime/shaders/linkage.dxbc", &size);
    ID3D11ComputeShader *shader;
    assert_ok(ID3D11Device_CreateComputeShader(rig->device, bytes, size, linkage, &shader));
    free(bytes);
    return shader;
}

static struct linked linked_open(void)
{
    struct linked linked = {.rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG)};
    float data[DATA_VECTORS][4] = {{0}};
    data[SQUARE_AT][0] = 3;
    for (int i = 0; i < 3; i++) {
        data[CIRCLES_AT + i][0] = (float)(i + 1); /* r */
        data[CIRCLES_AT + i][1] = 10;             /* k */
    }
    data[ADDER_AT][1] = 100;
    data[ADDER_AT + 1][0] = 50;
    data[OWN_CIRCLE_AT][0] = 2;
    data[OWN_CIRCLE_AT][1] = 7;
    D3D11_BUFFER_DESC desc = {.ByteWidth = sizeof(data), .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    linked.data = rig_buffer(&linked.rig, &desc, data);
    desc.ByteWidth = 16;
    linked.pick = rig_buffer(&linked.rig, &desc, NULL);
    linked.output = rig_structured(&linked.rig, THREADS * 4, 4, D3D11_BIND_UNORDERED_ACCESS, NULL);
    linked.uav = rig_uav(&linked.rig, linked.output, NULL);
    assert_ok(ID3D11Device_CreateClassLinkage(linked.rig.device, &linked.linkage));
    linked.shader = create_shader(&linked.rig, linked.linkage);
    ID3D11Buffer *const buffers[] = {linked.data, linked.pick};
    ID3D11DeviceContext_CSSetConstantBuffers(linked.rig.context, 1, 2, buffers);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(linked.rig.context, 0, 1, &linked.uav, NULL);
    return linked;
}

static void linked_close(struct linked *linked)
{
    ID3D11DeviceContext_ClearState(linked->rig.context);
    ID3D11UnorderedAccessView_Release(linked->uav);
    ID3D11Buffer_Release(linked->output);
    ID3D11Buffer_Release(linked->pick);
    ID3D11Buffer_Release(linked->data);
    ID3D11ComputeShader_Release(linked->shader);
    ID3D11ClassLinkage_Release(linked->linkage);
    rig_close(&linked->rig);
}

static ID3D11ClassInstance *get(const struct linked *linked, const char *name, UINT index)
{
    ID3D11ClassInstance *instance;
    assert_ok(ID3D11ClassLinkage_GetClassInstance(linked->linkage, name, index, &instance));
    return instance;
}

static ID3D11ClassInstance *make(const struct linked *linked, const char *type, UINT buffer, UINT vector)
{
    ID3D11ClassInstance *instance;
    assert_ok(ID3D11ClassLinkage_CreateClassInstance(linked->linkage, type, buffer, vector, 0, 0, &instance));
    return instance;
}

/* Dispatches with mods[which] and holds output[0] to `expected`; output[i] is i steps of `step` further. */
static void expect(const struct linked *linked, uint32_t which, float expected, float step)
{
    const uint32_t pick[4] = {which};
    const UINT minus_one[4] = {0xbf800000};
    float out[THREADS];
    ID3D11DeviceContext_UpdateSubresource(linked->rig.context, (ID3D11Resource *)linked->pick, 0, NULL, pick,
                                          0, 0);
    ID3D11DeviceContext_ClearUnorderedAccessViewUint(linked->rig.context, linked->uav, minus_one);
    ID3D11DeviceContext_Dispatch(linked->rig.context, 1, 1, 1);
    rig_read(&linked->rig, linked->output, out, sizeof(out));
    for (int i = 0; i < THREADS; i++)
        assert_true(out[i] == expected + step * (float)i);
}

static void expect_nothing(const struct linked *linked)
{
    expect(linked, 0, -1, 0);
}

static void set(const struct linked *linked, ID3D11ClassInstance *shape, ID3D11ClassInstance *a,
                ID3D11ClassInstance *b, ID3D11ClassInstance *c)
{
    ID3D11ClassInstance *const instances[] = {shape, a, b, c};
    ID3D11DeviceContext_CSSetShader(linked->rig.context, linked->shader, instances, 4);
}

static void instances_choose_code_and_data(void **state)
{
    struct linked linked = linked_open();
    ID3D11ClassInstance *square = get(&linked, "square", 0), *circle = get(&linked, "circles", 2);
    ID3D11ClassInstance *adder = get(&linked, "adder", 0), *twice = make(&linked, "cTwice", 0, 0);
    ID3D11ClassInstance *own = make(&linked, "cCircle", 1, OWN_CIRCLE_AT);
    set(&linked, square, twice, adder, twice);
    expect(&linked, 0, 2 * 9 + 1000, 2);
    expect(&linked, 1, 9 + 150 + 1000, 1);
    set(&linked, circle, adder, twice, adder);
    expect(&linked, 0, 3 * 9 * 10 + 150 + 2000, 1);
    expect(&linked, 1, 2 * 270 + 2000, 2);
    set(&linked, own, twice, twice, twice);
    expect(&linked, 2, 2 * 3 * 4 * 7 + 2000, 2);
    /* Past the array nothing is called; what that leaves is undefined, but it ends. */
    const uint32_t far_away[4] = {1000};
    ID3D11DeviceContext_UpdateSubresource(linked.rig.context, (ID3D11Resource *)linked.pick, 0, NULL,
                                          far_away, 0, 0);
    ID3D11DeviceContext_Dispatch(linked.rig.context, 1, 1, 1);
    ID3D11ClassInstance_Release(square);
    ID3D11ClassInstance_Release(circle);
    ID3D11ClassInstance_Release(adder);
    ID3D11ClassInstance_Release(twice);
    ID3D11ClassInstance_Release(own);
    linked_close(&linked);
}

static void instances_before_the_shader(void **state)
{
    struct linked linked = linked_open();
    ID3D11ComputeShader_Release(linked.shader);
    ID3D11ClassLinkage_Release(linked.linkage);
    assert_ok(ID3D11Device_CreateClassLinkage(linked.rig.device, &linked.linkage));
    ID3D11ClassInstance *square = get(&linked, "square", 0), *twice = make(&linked, "cTwice", 0, 0);
    D3D11_CLASS_INSTANCE_DESC desc;
    SIZE_T size = 0;
    ID3D11ClassInstance_GetTypeName(square, NULL, &size);
    assert_int_equal(size, 1);
    linked.shader = create_shader(&linked.rig, linked.linkage);
    set(&linked, square, twice, twice, twice);
    expect(&linked, 0, 2 * 9 + 1000, 2);
    ID3D11ClassInstance_GetDesc(square, &desc);
    assert_int_equal(desc.ConstantBuffer, 1);
    ID3D11ClassInstance_Release(square);
    ID3D11ClassInstance_Release(twice);
    linked_close(&linked);
}

static void what_instances_tell(void **state)
{
    struct linked linked = linked_open();
    ID3D11ClassInstance *adder = get(&linked, "adder", 0), *circle = get(&linked, "circles", 1);
    ID3D11ClassInstance *own = make(&linked, "cCircle", 1, OWN_CIRCLE_AT);
    D3D11_CLASS_INSTANCE_DESC desc;
    ID3D11ClassInstance_GetDesc(adder, &desc);
    assert_int_equal(desc.ConstantBuffer, 1);
    assert_int_equal(desc.BaseConstantBufferOffset, ADDER_AT);
    assert_false(desc.Created);
    ID3D11ClassInstance_GetDesc(circle, &desc);
    assert_int_equal(desc.InstanceIndex, 1);
    const UINT circle_type = desc.TypeId;
    ID3D11ClassInstance_GetDesc(own, &desc);
    assert_true(desc.Created);
    assert_int_equal(desc.TypeId, circle_type);
    assert_int_equal(desc.BaseConstantBufferOffset, OWN_CIRCLE_AT);

    char name[16] = "................";
    SIZE_T size = 0;
    ID3D11ClassInstance_GetInstanceName(adder, NULL, &size);
    assert_int_equal(size, 6);
    ID3D11ClassInstance_GetInstanceName(adder, name, &size);
    assert_string_equal(name, "adder");
    size = 3;
    ID3D11ClassInstance_GetTypeName(adder, name, &size);
    assert_string_equal(name, "cA");
    assert_int_equal(size, 5);
    size = sizeof(name);
    ID3D11ClassInstance_GetTypeName(own, name, &size);
    assert_string_equal(name, "cCircle");
    size = sizeof(name);
    ID3D11ClassInstance_GetInstanceName(own, name, &size);
    assert_string_equal(name, "");

    ID3D11ClassLinkage *linkage;
    ID3D11ClassInstance_GetClassLinkage(own, &linkage);
    assert_ptr_equal(linkage, linked.linkage);
    ID3D11ClassLinkage_Release(linkage);
    ID3D11ClassInstance_Release(adder);
    ID3D11ClassInstance_Release(circle);
    ID3D11ClassInstance_Release(own);
    linked_close(&linked);
}

static void bound_instances_come_back(void **state)
{
    struct linked linked = linked_open();
    ID3D11ClassInstance *square = get(&linked, "square", 0), *twice = make(&linked, "cTwice", 0, 0);
    ID3D11ClassInstance *got[8] = {NULL};
    ID3D11ComputeShader *shader;
    UINT count = 8;
    set(&linked, square, twice, twice, twice);
    ID3D11DeviceContext_CSGetShader(linked.rig.context, &shader, got, &count);
    assert_ptr_equal(shader, linked.shader);
    assert_int_equal(count, 4);
    assert_ptr_equal(got[0], square);
    for (UINT i = 0; i < count; i++)
        ID3D11ClassInstance_Release(got[i]);
    ID3D11ComputeShader_Release(shader);
    count = 1;
    ID3D11DeviceContext_CSGetShader(linked.rig.context, &shader, got, &count);
    assert_int_equal(count, 1);
    ID3D11ClassInstance_Release(got[0]);
    ID3D11ComputeShader_Release(shader);

    /* The slots alone keep them. */
    assert_int_equal(ID3D11ClassInstance_Release(square), 0);
    assert_int_equal(ID3D11ClassInstance_Release(twice), 0);
    expect(&linked, 0, 2 * 9 + 1000, 2);
    linked_close(&linked);
}

static void dispatches_that_are_dropped(void **state)
{
    struct linked linked = linked_open();
    ID3D11ClassInstance *square = get(&linked, "square", 0), *twice = make(&linked, "cTwice", 0, 0);
    ID3D11ClassInstance *unknown = get(&linked, "triangle", 0), *far_circle = get(&linked, "circles", 3);
    ID3D11DeviceContext_CSSetShader(linked.rig.context, linked.shader, NULL, 0);
    expect_nothing(&linked);
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INTERFACE_COUNT_MISMATCH);
    ID3D11DeviceContext_CSSetShader(linked.rig.context, linked.shader, &square, 1);
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INTERFACE_COUNT_MISMATCH);
    expect_nothing(&linked);

    set(&linked, twice, twice, twice, twice); /* no shape */
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE_TYPE);
    expect_nothing(&linked);
    set(&linked, unknown, twice, twice, twice);
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE);
    expect_nothing(&linked);
    set(&linked, far_circle, twice, twice, twice);
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE_INDEX);
    expect_nothing(&linked);
    set(&linked, square, NULL, twice, twice);
    expect_nothing(&linked);

    ID3D11ClassLinkage *other;
    ID3D11ClassInstance *stranger;
    assert_ok(ID3D11Device_CreateClassLinkage(linked.rig.device, &other));
    assert_ok(ID3D11ClassLinkage_CreateClassInstance(other, "cTwice", 0, 0, 0, 0, &stranger));
    set(&linked, square, stranger, twice, twice);
    rig_expect_message(&linked.rig, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE);
    expect_nothing(&linked);
    set(&linked, square, twice, twice, twice);
    expect(&linked, 0, 2 * 9 + 1000, 2);
    ID3D11ClassInstance_Release(stranger);
    ID3D11ClassLinkage_Release(other);
    ID3D11ClassInstance_Release(square);
    ID3D11ClassInstance_Release(twice);
    ID3D11ClassInstance_Release(unknown);
    ID3D11ClassInstance_Release(far_circle);
    linked_close(&linked);
}

static void lists_carry_instances(void **state)
{
    struct linked linked = linked_open();
    ID3D11ClassInstance *square = get(&linked, "square", 0), *twice = make(&linked, "cTwice", 0, 0);
    ID3D11DeviceContext *deferred, *immediate = linked.rig.context;
    ID3D11CommandList *list;
    ID3D11Buffer *const buffers[] = {linked.data, linked.pick};
    assert_ok(ID3D11Device_CreateDeferredContext(linked.rig.device, 0, &deferred));
    ID3D11DeviceContext_CSSetConstantBuffers(deferred, 1, 2, buffers);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(deferred, 0, 1, &linked.uav, NULL);
    linked.rig.context = deferred;
    set(&linked, square, twice, twice, twice);
    linked.rig.context = immediate;
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, TRUE, NULL));
    ID3D11ClassInstance_Release(square);
    ID3D11ClassInstance_Release(twice);
    ID3D11DeviceContext_Dispatch(deferred, 1, 1, 1);
    assert_ok(ID3D11DeviceContext_FinishCommandList(deferred, FALSE, &list));
    ID3D11DeviceContext_ExecuteCommandList(immediate, list, FALSE);
    float out[THREADS];
    rig_read(&linked.rig, linked.output, out, sizeof(out));
    assert_true(out[0] == 2 * 9 + 1000);
    ID3D11CommandList_Release(list);
    ID3D11DeviceContext_Release(deferred);
    linked_close(&linked);
}

static void what_is_refused(void **state)
{
    struct linked linked = linked_open();
    struct rig other = rig_open();
    ID3D11ClassInstance *instance = (void *)1;
    ID3D11ClassLinkage *foreign;
    ID3D11ComputeShader *shader = (void *)1;
    size_t size;
    void *bytes = rig_file("unit/runtime/shaders/linkage.dxbc", &size);
    assert_ok(ID3D11Device_CreateClassLinkage(other.device, &foreign));
    assert_hr(ID3D11Device_CreateClassLinkage(other.device, NULL), E_INVALIDARG);
    assert_hr(ID3D11Device_CreateComputeShader(linked.rig.device, bytes, size, foreign, &shader),
              E_INVALIDARG);
    assert_null(shader);
    assert_hr(ID3D11ClassLinkage_GetClassInstance(foreign, NULL, 0, &instance), E_INVALIDARG);
    assert_null(instance);
    assert_hr(ID3D11ClassLinkage_GetClassInstance(foreign, "square", 0, NULL), E_INVALIDARG);
    assert_hr(ID3D11ClassLinkage_CreateClassInstance(foreign, NULL, 0, 0, 0, 0, &instance), E_INVALIDARG);
    ID3D11ClassLinkage_Release(foreign);
    rig_close(&other);
    free(bytes);
    linked_close(&linked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_choose_code_and_data),
        cmocka_unit_test(instances_before_the_shader),
        cmocka_unit_test(what_instances_tell),
        cmocka_unit_test(bound_instances_come_back),
        cmocka_unit_test(dispatches_that_are_dropped),
        cmocka_unit_test(lists_carry_instances),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
