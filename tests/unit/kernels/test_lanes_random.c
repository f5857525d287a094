/*
 * The lane executor against the interpreter: random programs on the same memory have to leave the same bytes,
 * send the same events and see the same order, on every instruction set that the processor has.
 *
 *   test_lanes_random [first seed] [count]     for longer runs
 */
#include "../../support/kernel_machine.h"
#include "../../support/random_program.h"

enum { GROUPS = 2, MOST_THREADS = 256, INPUTS = 32, FIRST_SEED = 1, PROGRAMS = 300 };

static uint32_t first_seed = FIRST_SEED, program_count = PROGRAMS;

struct memory {
    uint32_t structured[INPUTS * 4], raw[RANDOM_WORDS], typed[RANDOM_WORDS], counter;
    uint32_t out[GROUPS * MOST_THREADS * RANDOM_VALUES * 4];
};

struct bench {
    struct machine m;
    uint32_t t0[INPUTS * 4], t1[RANDOM_WORDS], t2[RANDOM_WORDS], constants[RANDOM_CONSTANTS * 4];
    struct memory start, expected, memory;
    char lines[8192];
};

static void fill(struct random_program *g, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = random_bits(g);
}

static void prepare(struct bench *t, uint32_t seed)
{
    struct random_program g = {.state = seed * UINT64_C(0xD1342543DE82EF95) + 1};

    fill(&g, t->t0, INPUTS * 4);
    fill(&g, t->t1, RANDOM_WORDS);
    fill(&g, t->t2, RANDOM_WORDS);
    fill(&g, t->constants, RANDOM_CONSTANTS * 4);
    memset(&t->start, 0, sizeof(t->start));
    fill(&g, t->start.structured, INPUTS * 4);
    fill(&g, t->start.raw, RANDOM_WORDS);
    fill(&g, t->start.typed, RANDOM_WORDS);
}

static void bind(struct bench *t, uint32_t threads)
{
    struct bindings *bindings = &t->m.bindings;

    bindings->constant_buffers[0] =
        (struct kernel_constant_buffer){(const uint8_t *)t->constants, sizeof(t->constants)};
    bindings->resources[0] = machine_structured(t->t0, 16, INPUTS);
    bindings->resources[1] = machine_raw(t->t1, sizeof(t->t1));
    bindings->resources[2] = machine_typed(t->t2, FORMAT_R32_FLOAT, RANDOM_WORDS);
    bindings->uavs[0] = machine_structured(t->memory.out, 16 * RANDOM_VALUES, GROUPS * threads);
    bindings->uavs[1] = machine_structured(t->memory.structured, 16, INPUTS);
    bindings->uavs[1].counter = &t->memory.counter;
    bindings->uavs[2] = machine_raw(t->memory.raw, sizeof(t->memory.raw));
    bindings->uavs[3] = machine_typed(t->memory.typed, FORMAT_R32_UINT, RANDOM_WORDS);
}

static void choose_shape(uint32_t seed, uint32_t size[3], unsigned *features)
{
    static const uint32_t shapes[][3] = {{1, 1, 1}, {7, 1, 1}, {32, 1, 1}, {64, 1, 1},
                                         {8, 8, 1}, {5, 3, 7}, {256, 1, 1}};
    static const unsigned sets[] = {0,
                                    RANDOM_FLOW,
                                    RANDOM_FLOW | RANDOM_MEMORY,
                                    RANDOM_MEMORY | RANDOM_SHARED,
                                    RANDOM_FLOW | RANDOM_MEMORY | RANDOM_SHARED,
                                    RANDOM_ALL};

    memcpy(size, shapes[seed % 7], sizeof(shapes[0]));
    *features = sets[seed / 7 % 6];
}

static void run(struct bench *t, uint32_t seed, enum kernel_executor executor)
{
    uint32_t size[3];
    unsigned features;
    char text[400];
    void *bytes;
    size_t length;

    choose_shape(seed, size, &features);
    machine_begin(&t->m);
    random_program(&t->m.b, seed, features, size);
    t->memory = t->start;
    bind(t, size[0] * size[1] * size[2]);
    bytes = tokens_finish(&t->m.b, &length);
    if (dxbc_load(bytes, length, 0, &t->m.shader, &t->m.diag) != DIAG_OK ||
        kernel_create(t->m.shader, executor, &t->m.kernel, &t->m.diag) != DIAG_OK)
        fail_msg("program %u was refused: %s", seed, diag_format(&t->m.diag, text, sizeof(text)));
    free(bytes);
    machine_run(&t->m, GROUPS, 1, 1);
    assert_int_equal(t->m.status, KERNEL_DONE);
    machine_end(&t->m);
}

static void compare(const struct bench *t, uint32_t seed, const char *isa)
{
    const uint32_t *expected = (const uint32_t *)&t->expected, *memory = (const uint32_t *)&t->memory;
    size_t out = offsetof(struct memory, out) / 4;

    for (size_t i = 0; i < sizeof(t->memory) / 4; i++) {
        if (expected[i] != memory[i])
            fail_msg("program %u on %s: word %zd of %s is 0x%08x instead of 0x%08x", seed, isa,
                     i < out ? (ptrdiff_t)i : (ptrdiff_t)(i - out), i < out ? "memory" : "the results",
                     memory[i], expected[i]);
    }
    if (strcmp(t->lines, t->m.lines) != 0)
        fail_msg("program %u on %s sends\n%sinstead of\n%s", seed, isa, t->m.lines, t->lines);
}

static void test_as_the_interpreter(void **state)
{
    struct bench *t = test_malloc(sizeof(*t));

    for (uint32_t seed = first_seed; seed < first_seed + program_count; seed++) {
        prepare(t, seed);
        run(t, seed, KERNEL_INTERP);
        t->expected = t->memory;
        memcpy(t->lines, t->m.lines, sizeof(t->lines));
        for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
            if (!cpu_isa_available((enum cpu_isa)isa))
                continue;
            kernel_use_isa((enum cpu_isa)isa);
            run(t, seed, KERNEL_LANES);
            compare(t, seed, cpu_isa_name((enum cpu_isa)isa));
        }
    }
    test_free(t);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_the_interpreter),
    };

    if (argc > 1)
        first_seed = (uint32_t)strtoul(argv[1], NULL, 0);
    if (argc > 2)
        program_count = (uint32_t)strtoul(argv[2], NULL, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
