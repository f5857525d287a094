/*
 * Every compute shader of the tests and the benchmarks, on random memory of the kinds that it declares: the
 * lanes have to leave the interpreter's bytes, on every instruction set that the processor has.
 *
 * Constants are small numbers, so that loops end; a shader that still runs on after a while is left out, and
 * so is one that the interpreter cannot run.
 */
#define _GNU_SOURCE /* nftw */
#include <ftw.h>
#include <signal.h>
#include <unistd.h>

#include "../../support/kernel_machine.h"

enum { MOST_SHADERS = 1024, SLOTS = 8, WORDS = 4096, SIDE = 32, GROUPS = 2, MOST_SECONDS = 2 };

static char *paths[MOST_SHADERS];
static uint32_t path_count;
static atomic_bool stop;

struct bench {
    struct machine m;
    uint32_t constants[KERNEL_CONSTANT_BUFFERS][256];
    uint32_t input[SLOTS][WORDS], start[SLOTS][WORDS], memory[SLOTS][WORDS], expected[SLOTS][WORDS];
    uint32_t counters[SLOTS], expected_counters[SLOTS];
    struct kernel_mip mip;
    char lines[8192];
    uint64_t state;
};

static uint32_t next(struct bench *t)
{
    t->state ^= t->state << 13;
    t->state ^= t->state >> 7;
    t->state ^= t->state << 17;
    return (uint32_t)(t->state >> 32);
}

/* Floats of all sorts, small integers, any bits. */
static uint32_t random_word(struct bench *t)
{
    static const uint32_t nasty[] = {0x7F800001, 0xFFC12345, 0x00000001, 0x80000000, 0x7F800000, 0x00800000};

    switch (next(t) % 8) {
    case 0:
        return nasty[next(t) % 6];
    case 1:
        return next(t) % 64;
    case 2:
        return next(t);
    default:
        return 0x3D000000 + next(t) % 0x05000000;
    }
}

static void fill(struct bench *t)
{
    for (uint32_t s = 0; s < SLOTS; s++) {
        for (uint32_t i = 0; i < WORDS; i++) {
            t->input[s][i] = random_word(t);
            t->start[s][i] = random_word(t);
        }
    }
    for (uint32_t s = 0; s < KERNEL_CONSTANT_BUFFERS; s++) {
        for (uint32_t i = 0; i < 256; i++)
            t->constants[s][i] = next(t) % 2 ? 1 + next(t) % 8 : 0x3F000000 + next(t) % 0x01000000;
    }
}

/* A view over the words, as the declaration wants it. */
static struct kernel_view view_for(struct bench *t, const struct dxbc_resource_decl *decl, uint32_t *words)
{
    static const enum format_number formats[] = {[1] = FORMAT_R8G8B8A8_UNORM,
                                                 [2] = FORMAT_R8G8B8A8_SNORM,
                                                 [3] = FORMAT_R32_SINT,
                                                 [4] = FORMAT_R32_UINT,
                                                 [5] = FORMAT_R32_FLOAT};
    uint8_t type = decl->return_types[0] >= 1 && decl->return_types[0] <= 5 ? decl->return_types[0] : 5;
    struct kernel_view view;

    switch (decl->dimension) {
    case DXBC_DIM_RAW_BUFFER:
        return machine_raw(words, WORDS * 4);
    case DXBC_DIM_STRUCTURED_BUFFER:
        return machine_structured(words, decl->stride, WORDS * 4 / decl->stride);
    case DXBC_DIM_BUFFER:
        return machine_typed(words, formats[type], WORDS);
    default:
        view = machine_texture(words, formats[type], decl->dimension, &t->mip, 1);
        view.slice_count = decl->dimension == DXBC_DIM_TEXTURE3D ? 0 : 4;
        view.array_pitch = SIDE * SIDE * 4;
        return view;
    }
}

static void bind(struct bench *t, const struct dxbc_program *program)
{
    struct bindings *bindings = &t->m.bindings;

    static const struct kernel_sampler samplers[3] = {
        {.filter = 0x15, .address = {1, 2, 3}, .min_lod = -9, .max_lod = 9, .comparison = 2},
        {.filter = 0, .address = {4, 5, 1}, .min_lod = -9, .max_lod = 9, .border = {0.3f, 2, -1, 0.5f}},
        {.filter = 0x94, .address = {3, 3, 3}, .min_lod = -9, .max_lod = 9, .comparison = 5},
    };

    t->mip = (struct kernel_mip){SIDE, SIDE, 4, SIDE * 4, SIDE * SIDE * 4, 0};
    for (uint32_t s = 0; s < KERNEL_SAMPLERS; s++)
        bindings->samplers[s] = s % 4 < 3 ? &samplers[s % 4] : NULL;
    for (uint32_t s = 0; s < KERNEL_CONSTANT_BUFFERS; s++)
        bindings->constant_buffers[s] =
            (struct kernel_constant_buffer){(const uint8_t *)t->constants[s], sizeof(t->constants[s])};
    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (program->resources[i].lower < SLOTS)
            bindings->resources[program->resources[i].lower] =
                view_for(t, &program->resources[i], t->input[program->resources[i].lower]);
    }
    for (uint32_t i = 0; i < program->uav_count; i++) {
        uint32_t slot = program->uavs[i].lower;
        if (slot >= SLOTS)
            continue;
        bindings->uavs[slot] = view_for(t, &program->uavs[i], t->memory[slot]);
        if (program->uavs[i].dimension == DXBC_DIM_STRUCTURED_BUFFER)
            bindings->uavs[slot].counter = &t->counters[slot];
    }
}

static bool run(struct bench *t, enum kernel_executor executor)
{
    memcpy(t->memory, t->start, sizeof(t->memory));
    for (uint32_t s = 0; s < SLOTS; s++)
        t->counters[s] = 40;
    t->m.lines[0] = 0;
    t->m.kernel = NULL;
    if (kernel_create(t->m.shader, executor, &t->m.kernel, &t->m.diag) != DIAG_OK)
        return false;
    machine_run(&t->m, GROUPS, 1, 1);
    kernel_destroy(t->m.kernel);
    return t->m.status == KERNEL_DONE;
}

static void compare(const struct bench *t, const char *path, const char *isa)
{
    for (uint32_t s = 0; s < SLOTS; s++) {
        if (t->counters[s] != t->expected_counters[s])
            fail_msg("%s on %s: counter of u%u is %u instead of %u", path, isa, s, t->counters[s],
                     t->expected_counters[s]);
        for (uint32_t i = 0; i < WORDS; i++) {
            if (t->memory[s][i] != t->expected[s][i])
                fail_msg("%s on %s: word %u of u%u is 0x%08x instead of 0x%08x", path, isa, i, s,
                         t->memory[s][i], t->expected[s][i]);
        }
    }
    if (strcmp(t->lines, t->m.lines) != 0)
        fail_msg("%s on %s sends\n%sinstead of\n%s", path, isa, t->m.lines, t->lines);
}

/* Returns whether the shader could be compared. */
static bool check_shader(struct bench *t, const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
    bool done;

    if (file)
        fclose(file);
    memset(&t->m, 0, sizeof(t->m));
    for (uint32_t i = 0; i < KERNEL_INTERFACES; i++)
        t->m.bindings.interfaces[i].table = -1;
    if (dxbc_load(bytes, size, 0, &t->m.shader, &t->m.diag) != DIAG_OK)
        return false;
    t->state = UINT64_C(0x9E3779B97F4A7C15);
    fill(t);
    bind(t, &t->m.shader->program);
    atomic_store(&stop, false);
    t->m.stop = &stop;
    alarm(MOST_SECONDS);
    done = run(t, KERNEL_INTERP);
    alarm(0);
    memcpy(t->expected, t->memory, sizeof(t->expected));
    memcpy(t->expected_counters, t->counters, sizeof(t->counters));
    memcpy(t->lines, t->m.lines, sizeof(t->lines));
    for (int isa = 0; done && isa < CPU_ISA_COUNT; isa++) {
        if (!cpu_isa_available((enum cpu_isa)isa))
            continue;
        kernel_use_isa((enum cpu_isa)isa);
        if (!run(t, KERNEL_LANES))
            fail_msg("%s does not run on lanes: %s", path, t->m.diag.text);
        compare(t, path, cpu_isa_name((enum cpu_isa)isa));
    }
    dxbc_free(t->m.shader);
    return done;
}

static int note_path(const char *path, const struct stat *info, int type, struct FTW *place)
{
    size_t length = strlen(path);

    if (type == FTW_F && length > 5 && !strcmp(path + length - 5, ".dxbc") && path_count < MOST_SHADERS)
        paths[path_count++] = strdup(path);
    return 0;
}

static void on_alarm(int number)
{
    atomic_store(&stop, true);
}

/* Tests run in the folder tests/. */
static void test_every_shader(void **state)
{
    struct bench *t = test_malloc(sizeof(*t));
    uint32_t compared = 0;

    nftw("shaders", note_path, 16, FTW_PHYS);
    nftw("golden", note_path, 16, FTW_PHYS);
    nftw("cli/cases", note_path, 16, FTW_PHYS);
    nftw("../bench", note_path, 16, FTW_PHYS);
    signal(SIGALRM, on_alarm);
    for (uint32_t i = 0; i < path_count; i++) {
        compared += check_shader(t, paths[i]);
        free(paths[i]);
    }
    printf("%u of %u shaders compared\n", compared, path_count);
    assert_true(compared > 200);
    test_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_shader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
