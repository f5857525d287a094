/*
 * Every method of the device, its contexts and DXGI's objects, with its state, from the vtables; none that
 * computing needs may be missing.
 */
#include "../../support/runtime_rig.h"

#include "method_lists.h"

/* Where methods that are not there lie (NOT_THERE in message.h). */
extern const char __start_weft_not_there[], __stop_weft_not_there[];

enum part { COMPUTE, STATE, GRAPHICS, OPTIONAL };

struct method {
    const char *name;
    enum part part;
};
#define METHOD(name, part) {#name, part},
static const struct method device_methods[] = {ID3D11DEVICE5_METHODS};
static const struct method context_methods[] = {ID3D11DEVICECONTEXT4_METHODS};
static const struct method dxgi_device_methods[] = {IDXGIDEVICE4_METHODS};
static const struct method adapter_methods[] = {IDXGIADAPTER4_METHODS};
static const struct method factory_methods[] = {IDXGIFACTORY7_METHODS};
#undef METHOD

/* The rows are the vtable's slots. */
#define METHOD(name, part) +1
_Static_assert(sizeof(ID3D11Device5Vtbl) == (ID3D11DEVICE5_METHODS) * sizeof(void *), "a method is missing");
_Static_assert(sizeof(ID3D11DeviceContext4Vtbl) == (ID3D11DEVICECONTEXT4_METHODS) * sizeof(void *),
               "a method is missing");
_Static_assert(sizeof(IDXGIDevice4Vtbl) == (IDXGIDEVICE4_METHODS) * sizeof(void *), "a method is missing");
_Static_assert(sizeof(IDXGIAdapter4Vtbl) == (IDXGIADAPTER4_METHODS) * sizeof(void *), "a method is missing");
_Static_assert(sizeof(IDXGIFactory7Vtbl) == (IDXGIFACTORY7_METHODS) * sizeof(void *), "a method is missing");
#undef METHOD

static bool is_there(const void *function)
{
    const char *at = function;
    return at && !(at >= __start_weft_not_there && at < __stop_weft_not_there);
}

static unsigned list(const char *name, const void *object, const struct method *methods, size_t count)
{
    static const char *const parts[] = {"computing", "state of drawing", "graphics", "optional"};
    const void *const *vtable = *(const void *const *const *)object;
    unsigned missing = 0;
    printf("%s\n", name);
    for (size_t i = 0; i < count; i++) {
        bool there = is_there(vtable[i]);
        printf("  %3zu %-52s %s%s\n", i, methods[i].name, there ? "implemented" : "not implemented, ",
               there ? "" : parts[methods[i].part]);
        assert_non_null(vtable[i]);
        missing += !there && methods[i].part <= STATE;
    }
    return missing;
}
#define LIST(object, methods) list(#methods, object, methods, sizeof(methods) / sizeof(*(methods)))

static void nothing_that_computing_needs_is_missing(void **state)
{
    struct rig rig = rig_open();
    ID3D11DeviceContext *deferred;
    IDXGIDevice *dxgi;
    IDXGIAdapter *adapter;
    IDXGIFactory *factory;
    assert_ok(ID3D11Device_CreateDeferredContext(rig.device, 0, &deferred));
    assert_ok(ID3D11Device_QueryInterface(rig.device, &IID_IDXGIDevice, (void **)&dxgi));
    assert_ok(IDXGIDevice_GetAdapter(dxgi, &adapter));
    assert_ok(IDXGIAdapter_GetParent(adapter, &IID_IDXGIFactory, (void **)&factory));
    unsigned missing = LIST(rig.device, device_methods) + LIST(rig.context, context_methods) +
                       LIST(deferred, context_methods) + LIST(dxgi, dxgi_device_methods) +
                       LIST(adapter, adapter_methods) + LIST(factory, factory_methods);
    assert_int_equal(missing, 0);
    IDXGIFactory_Release(factory);
    IDXGIAdapter_Release(adapter);
    IDXGIDevice_Release(dxgi);
    ID3D11DeviceContext_Release(deferred);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_computing_needs_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
