/*
 * Generated code behind running shaders: when it comes, that nothing changes when it does, the cache between
 * devices, and what happens when there is none to be had.
 */
#include "../../support/runtime_rig.h"
#include "../../support/sanitizers.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device.h"
#include "shader.h"
#include "shader_code.h"

enum { GROUPS = 64 };

static char folder[64];

static int begin(void **state)
{
    snprintf(folder, sizeof(folder), "/tmp/weft-test-code-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    setenv("WEFT_CACHE_DIR", folder, 1);
    return 0;
}

static unsigned count_entries(void)
{
    unsigned count = 0;
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        count += entry->d_name[0] != '.';
    closedir(stream);
    return count;
}

static int end(void **state)
{
    DIR *stream = opendir(folder);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        unlinkat(dirfd(stream), entry->d_name, 0);
    closedir(stream);
    unsetenv("WEFT_CACHE_DIR");
    unsetenv("WEFT_EXECUTOR");
    unsetenv("WEFT_CACHE_MB");
    return rmdir(folder);
}

/* A shader that numbers its groups, with memory for the numbers. */
struct scene {
    struct rig rig;
    ID3D11ComputeShader *shader;
    ID3D11Buffer *buffer;
    ID3D11UnorderedAccessView *view;
};

static void fill_scene(struct scene *s)
{
    s->shader = rig_shader(&s->rig, "groups");
    s->buffer = rig_raw(&s->rig, 4 * GROUPS, 0, NULL);
    s->view = rig_raw_uav(&s->rig, s->buffer, GROUPS);
    ID3D11DeviceContext_CSSetShader(s->rig.context, s->shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(s->rig.context, 3, 1, &s->view, NULL);
}

static void open_scene(struct scene *s)
{
    s->rig = rig_open();
    fill_scene(s);
}

static void close_scene(struct scene *s)
{
    ID3D11DeviceContext_ClearState(s->rig.context);
    ID3D11UnorderedAccessView_Release(s->view);
    ID3D11Buffer_Release(s->buffer);
    ID3D11ComputeShader_Release(s->shader);
    rig_close(&s->rig);
}

static bool is_compiled(const struct scene *s)
{
    struct shader *shader = shader_of((ID3D11DeviceChild *)s->shader);
    return shader_kernel(shader, 0) != shader->kernel;
}

static void dispatch(const struct scene *s)
{
    static const uint32_t zeros[GROUPS];
    uint32_t numbers[GROUPS];
    ID3D11DeviceContext_UpdateSubresource(s->rig.context, (ID3D11Resource *)s->buffer, 0, NULL, zeros, 0, 0);
    ID3D11DeviceContext_Dispatch(s->rig.context, 3, 5, 4);
    rig_read(&s->rig, s->buffer, numbers, sizeof(numbers));
    for (uint32_t i = 0; i < 60; i++)
        assert_int_equal(numbers[i], 1 + i % 3 + 100 * (i / 3 % 5) + 10000 * (i / 15));
}

/* Dispatches until the code is there. */
static void heat(const struct scene *s)
{
    for (int i = 0; i < 100000 && !is_compiled(s); i++)
        dispatch(s);
    assert_true(is_compiled(s));
    dispatch(s);
}

/* Nothing is compiled for a dispatch or two; much later the code takes over, and the next device finds it. */
static void comes_by_itself(void **state)
{
    struct scene s;
    setenv("WEFT_EXECUTOR", "auto", 1);
    open_scene(&s);
    assert_false(is_compiled(&s));
    dispatch(&s);
    usleep(100000);
    assert_false(is_compiled(&s));
    assert_int_equal(count_entries(), 0);
    heat(&s);
    close_scene(&s);
    assert_int_equal(count_entries(), 1);

    open_scene(&s);
    assert_true(is_compiled(&s));
    dispatch(&s);
    close_scene(&s);
    assert_int_equal(count_entries(), 1);
}

enum { LONG_GROUPS = 50000 };

static uint32_t count_steps(uint32_t group)
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < 64; lane++) {
        uint32_t n = group * 64 + lane + 1;
        for (int i = 0; i < 400; i++) {
            n = n & 1 ? n * 3 + 1 : n >> 1;
            count += n & 1;
        }
    }
    return count;
}

/* A dispatch that takes long by itself is worth code, and its last groups run it. */
static void comes_during_a_dispatch(void **state)
{
    setenv("WEFT_EXECUTOR", "auto", 1);
    struct scene s = {.rig = rig_open()};
    uint32_t *steps = calloc(LONG_GROUPS, sizeof(*steps));
    s.shader = rig_shader(&s.rig, "collatz");
    s.buffer = rig_raw(&s.rig, 4 * LONG_GROUPS, 0, steps);
    s.view = rig_raw_uav(&s.rig, s.buffer, LONG_GROUPS);
    ID3D11DeviceContext_CSSetShader(s.rig.context, s.shader, NULL, 0);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(s.rig.context, 3, 1, &s.view, NULL);
    assert_false(is_compiled(&s));
    ID3D11DeviceContext_Dispatch(s.rig.context, LONG_GROUPS, 1, 1);
    assert_true(is_compiled(&s));
    rig_read(&s.rig, s.buffer, steps, 4 * LONG_GROUPS);
    for (uint32_t i = 0; i < LONG_GROUPS; i++)
        assert_int_equal(steps[i], count_steps(i));
    free(steps);
    close_scene(&s);
}

static void waits_when_asked(void **state)
{
    struct scene s;
    setenv("WEFT_EXECUTOR", "jit", 1);
    for (int i = 0; i < 2; i++) {
        open_scene(&s);
        assert_true(is_compiled(&s));
        dispatch(&s);
        close_scene(&s);
        assert_int_equal(count_entries(), 1);
    }
}

/* Garbage under the right name is replaced by code. */
static void damaged_entry(void **state)
{
    struct scene s;
    char path[400];
    setenv("WEFT_EXECUTOR", "jit", 1);
    open_scene(&s);
    close_scene(&s);
    DIR *stream = opendir(folder);
    for (struct dirent *entry; (entry = readdir(stream));)
        if (entry->d_name[0] != '.')
            snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
    closedir(stream);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    off_t size = status.st_size;
    assert_int_equal(truncate(path, size / 2), 0);
    open_scene(&s);
    assert_true(is_compiled(&s));
    dispatch(&s);
    close_scene(&s);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, size);
}

/* The lanes alone, and the interpreter, never compile. */
static void not_asked_for(void **state)
{
    static const char *const executors[] = {"lanes", "interp"};
    for (int i = 0; i < 2; i++) {
        struct scene s;
        setenv("WEFT_EXECUTOR", executors[i], 1);
        open_scene(&s);
        for (int k = 0; k < 200; k++)
            dispatch(&s);
        assert_false(is_compiled(&s));
        close_scene(&s);
    }
    assert_int_equal(count_entries(), 0);
}

/* ---- processes that end, fork, and unload ---- */

enum { EXIT_CODE = 23 };

/* For LeakSanitizer: what libgomp keeps for a thread belongs to nobody in a child that has not got the thread. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libgomp.so";
}

static void assert_exits(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_CODE);
}

/* Long enough on the lanes, as far as anybody knows. */
static void start_compiling(const struct scene *s)
{
    shader_code_account(shader_of((ID3D11DeviceChild *)s->shader), 1000000000);
    dispatch(s);
}

static void *leave(void *unused)
{
    exit(EXIT_CODE);
}

static void leave_on_a_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    for (;;)
        pause();
}

/* A shader, its device and the process may go at any time: while the generator is loaded, when it first runs
 * (the parent has not got it yet the first time), later. */
static void goes_while_compiling(void **state)
{
    setenv("WEFT_EXECUTOR", "auto", 1);
    setenv("WEFT_CACHE_MB", "0", 1);
    for (unsigned i = 0; i < 16; i++) {
        pid_t child = fork();
        if (!child) {
            struct scene s;
            alarm(300);
            open_scene(&s);
            start_compiling(&s);
            usleep(i / 4 * 7000 + i % 4 * 1500);
            if (i % 4 == 1)
                close_scene(&s);
            if (i % 4 == 2)
                leave_on_a_thread();
            if (i % 4 == 3)
                _exit(EXIT_CODE);
            exit(EXIT_CODE);
        }
        assert_exits(child);
    }
}

/* A child that forked off a process with code runs code, and compiles for itself. */
static void forked(void **state)
{
    struct scene s, other;
    if (UNDER_TSAN)
        skip();
    setenv("WEFT_EXECUTOR", "jit", 1);
    setenv("WEFT_CACHE_MB", "0", 1);
    open_scene(&s);
    dispatch(&s);
    pid_t child = fork();
    if (!child) {
        alarm(300);
        dispatch(&s);
        open_scene(&other);
        if (!is_compiled(&other))
            _exit(1);
        dispatch(&other);
        close_scene(&other);
        _exit(EXIT_CODE);
    }
    assert_exits(child);
    close_scene(&s);
}

/* Nor does it matter when it forked off. */
static void forked_while_compiling(void **state)
{
    if (UNDER_TSAN)
        skip();
    setenv("WEFT_EXECUTOR", "auto", 1);
    setenv("WEFT_CACHE_MB", "0", 1);
    for (unsigned i = 0; i < 4; i++) {
        struct scene s;
        open_scene(&s);
        start_compiling(&s);
        usleep(i * 1500);
        pid_t child = fork();
        if (!child) {
            alarm(300);
            heat(&s);
            close_scene(&s);
            exit(EXIT_CODE);
        }
        heat(&s);
        assert_exits(child);
        close_scene(&s);
    }
}

/* libweft comes and goes; the generator, which stays, serves whoever comes next. */
static void unloaded(void **state)
{
    if (UNDER_TSAN)
        skip();
    setenv("WEFT_EXECUTOR", "auto", 1);
    setenv("WEFT_CACHE_MB", "0", 1);
    pid_t child = fork();
    if (!child) {
        alarm(300);
        for (unsigned i = 0; i < 4; i++) {
            struct scene s;
            void *library = dlopen(TEST_LIBWEFT, RTLD_NOW | RTLD_LOCAL);
            assert_non_null(library);
            PFN_D3D11_CREATE_DEVICE create;
            *(void **)&create = dlsym(library, "D3D11CreateDevice");
            assert_ok(create(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION, &s.rig.device,
                             NULL, &s.rig.context));
            fill_scene(&s);
            for (unsigned k = 0; k < 200 + 100 * i; k++)
                dispatch(&s);
            close_scene(&s);
            if (i < 3)
                assert_int_equal(dlclose(library), 0);
        }
        exit(EXIT_CODE);
    }
    assert_exits(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(goes_while_compiling, begin, end),
        cmocka_unit_test_setup_teardown(comes_by_itself, begin, end),
        cmocka_unit_test_setup_teardown(comes_during_a_dispatch, begin, end),
        cmocka_unit_test_setup_teardown(waits_when_asked, begin, end),
        cmocka_unit_test_setup_teardown(damaged_entry, begin, end),
        cmocka_unit_test_setup_teardown(not_asked_for, begin, end),
        cmocka_unit_test_setup_teardown(goes_while_compiling, begin, end),
        cmocka_unit_test_setup_teardown(forked, begin, end),
        cmocka_unit_test_setup_teardown(forked_while_compiling, begin, end),
        cmocka_unit_test_setup_teardown(unloaded, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
