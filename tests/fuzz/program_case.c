/*
 * Cases of the program fuzzer, see program_case.h.
 */
#include "program_case.h"

#include <stddef.h>

#include "fabricate.h"
#include "format.h"

/* ---- who runs ---- */

/* Is the name in the list? */
static bool chosen(const char *only, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = only; at && (at = strstr(at, name)); at += length) {
        if ((at == only || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    }
    return !only;
}

unsigned case_runners(struct case_runner runners[CASE_MAX_RUNNERS], const char *only)
{
    unsigned count = 0;

    runners[count++] = (struct case_runner){KERNEL_INTERP, CPU_SCALAR};
    for (int e = 0; e < KERNEL_EXECUTOR_COUNT; e++) {
        for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
            if (e == KERNEL_INTERP || !cpu_isa_available((enum cpu_isa)isa) ||
                !kernel_executor_available((enum kernel_executor)e, (enum cpu_isa)isa))
                continue;
            if (chosen(only, kernel_executor_name((enum kernel_executor)e)) ||
                chosen(only, cpu_isa_name((enum cpu_isa)isa)))
                runners[count++] = (struct case_runner){(enum kernel_executor)e, (enum cpu_isa)isa};
        }
    }
    return count;
}

const char *case_runner_name(const struct case_runner *runner, char text[32])
{
    snprintf(text, 32, "%s %s", kernel_executor_name(runner->executor), cpu_isa_name(runner->isa));
    return text;
}

/* ---- making ---- */

bool case_make(struct program_case *c, uint32_t seed, int statements)
{
    static const uint32_t shapes[][3] = {{1, 1, 1}, {7, 1, 1}, {32, 1, 1}, {64, 1, 1},
                                         {8, 8, 1}, {5, 3, 7}, {256, 1, 1}};
    static const unsigned sets[] = {0,
                                    RANDOM_FLOW,
                                    RANDOM_MEMORY | RANDOM_TEXTURES,
                                    RANDOM_FLOW | RANDOM_MEMORY,
                                    RANDOM_MEMORY | RANDOM_SHARED,
                                    RANDOM_FLOW | RANDOM_SHARED | RANDOM_MEMORY,
                                    RANDOM_FLOW | RANDOM_MEMORY | RANDOM_TEXTURES | RANDOM_CALLS,
                                    RANDOM_ALL & ~RANDOM_DOUBLES};
    struct token_builder *b = malloc(sizeof(*b));

    *c = (struct program_case){.seed = seed, .groups = {1 + seed % CASE_GROUPS, 1 + seed / 3 % 2, 1}};
    c->overlap = seed % 5 == 0;
    if (!b)
        return false;
    tokens_begin(b, TOKENS_CS_5_0);
    c->apart = !(sets[seed / 7 % 8] & ~RANDOM_FLOW);
    random_program(b, seed, sets[seed / 7 % 8] | (seed / 56 % 2 ? RANDOM_DOUBLES : 0), shapes[seed % 7],
                   statements);
    c->bytes = tokens_finish(b, &c->size);
    free(b);
    return true;
}

void case_free(struct program_case *c)
{
    free(c->bytes);
    c->bytes = NULL;
}

static void fill(struct random_program *g, uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = random_bits(g);
}

/* Numbers that text can hold: pipelines state floats in decimal or hexadecimal, where NaNs are quiet. */
static void quiet(uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if ((words[i] & 0x7FFFFFFF) > 0x7F800000)
            words[i] |= 0x00400000;
    }
}

void case_inputs(const struct program_case *c, struct case_inputs *inputs, struct case_memory *start)
{
    struct random_program g = {.state = c->seed * UINT64_C(0xD1342543DE82EF95) + 1};

    fill(&g, (uint32_t *)inputs, sizeof(*inputs) / 4);
    quiet(inputs->typed, RANDOM_WORDS);
    quiet(inputs->texels, (size_t)CASE_TEXELS * 4);
    memset(start, 0, sizeof(*start));
    fill(&g, start->structured, CASE_INPUTS * 4);
    fill(&g, start->raw, RANDOM_WORDS);
    fill(&g, start->typed, RANDOM_WORDS);
    fill(&g, start->target, CASE_TARGET);
    if (c->overlap)
        memset(start->typed, 0, sizeof(start->typed));
}

/* ---- running ---- */

static struct kernel_view raw_view(uint32_t *words, uint32_t count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_RAW_BUFFER,
                                .data = (uint8_t *)words,
                                .size_bytes = 4 * count,
                                .element_count = 4 * count};
}

static struct kernel_view structured_view(uint32_t *words, uint32_t stride, uint32_t count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_STRUCTURED_BUFFER,
                                .data = (uint8_t *)words,
                                .stride = stride,
                                .size_bytes = (uint64_t)stride * count,
                                .element_count = count};
}

static struct kernel_view typed_view(uint32_t *words, enum format_number format, uint32_t count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_TYPED_BUFFER,
                                .data = (uint8_t *)words,
                                .format = format_get(format),
                                .size_bytes = 4 * count,
                                .element_count = count};
}

static struct kernel_view texture_view(uint32_t *words, enum format_number format,
                                       const struct kernel_mip *mips, uint8_t mip_count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_TEXTURE,
                                .data = (uint8_t *)words,
                                .format = format_get(format),
                                .dimension = DXBC_DIM_TEXTURE2D,
                                .mips = mips,
                                .mip_count = mip_count,
                                .slice_count = 1,
                                .sample_count = 1};
}

/* Over what was made up for all slots. */
static void bind(struct bindings *bindings, const struct program_case *c, struct case_inputs *inputs,
                 struct case_memory *memory, uint32_t threads)
{
    static const struct kernel_mip image[2] = {
        {.width = 7, .height = 5, .depth = 1, .row_pitch = 112, .depth_pitch = 560},
        {.width = 3, .height = 2, .depth = 1, .row_pitch = 48, .depth_pitch = 96, .offset = 560}};
    static const struct kernel_mip target = {
        .width = 8, .height = 4, .depth = 1, .row_pitch = 32, .depth_pitch = 128};

    for (uint32_t i = 0; i < KERNEL_INTERFACES; i++)
        bindings->interfaces[i].table = -1;
    bindings->constant_buffers[0] =
        (struct kernel_constant_buffer){(const uint8_t *)inputs->constants, sizeof(inputs->constants)};
    bindings->resources[0] = structured_view(inputs->structured, 16, CASE_INPUTS);
    bindings->resources[1] = raw_view(inputs->raw, RANDOM_WORDS);
    bindings->resources[2] = typed_view(inputs->typed, FORMAT_R32_FLOAT, RANDOM_WORDS);
    bindings->resources[3] = texture_view(inputs->texels, FORMAT_R32G32B32A32_FLOAT, image, 2);
    bindings->uavs[0] = structured_view(memory->results, 16 * RANDOM_VALUES, CASE_GROUPS * threads);
    bindings->uavs[1] = structured_view(memory->structured, 16, CASE_INPUTS);
    bindings->uavs[1].counter = &memory->counter;
    bindings->uavs[2] = raw_view(memory->raw, RANDOM_WORDS);
    bindings->uavs[3] = typed_view(c->overlap ? memory->raw : memory->typed, FORMAT_R32_UINT, RANDOM_WORDS);
    bindings->uavs[4] = texture_view(memory->target, FORMAT_R32_UINT, &target, 1);
}

static void add_line(struct case_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_line(struct case_result *result, const char *format, ...)
{
    size_t used = strlen(result->lines);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(result->lines + used, sizeof(result->lines) - used, format, arguments);
    va_end(arguments);
}

static void on_message(void *user, bool error, const char *text)
{
    add_line(user, "%s%s\n", error ? "error: " : "", text);
}

static void on_event(void *user, enum kernel_event event, uint32_t instruction, const uint32_t group[3])
{
    add_line(user, "event %d at %u in group %u %u\n", (int)event, instruction, group[0], group[1]);
}

/* All at once where groups do not meet in memory: they may then run side by side. */
static void run_groups(const struct program_case *c, const struct kernel *kernel,
                       const struct kernel_dispatch *dispatch, struct case_result *result)
{
    uint64_t count = (uint64_t)dispatch->group_count[0] * dispatch->group_count[1], done = 0;
    uint32_t group[3] = {0, 0, 0};
    size_t size = kernel_scratch_size(kernel);
    uint32_t instruction;
    void *scratch;

    if (posix_memalign(&scratch, 64, size + 64))
        abort();
    memset(scratch, 0xA5, size);
    while (done < count && result->status == KERNEL_DONE) {
        uint64_t some = c->apart ? count : 1;

        if (kernel_run_groups(kernel, dispatch, group, some, scratch, &instruction) < some)
            result->status = KERNEL_STOPPED;
        kernel_next_group(dispatch, group);
        done += some;
    }
    free(scratch);
}

bool case_run(const struct program_case *c, const struct case_runner *runner, const atomic_bool *stop,
              struct case_result *result, struct diag *diag)
{
    struct fabricated *made = calloc(1, sizeof(*made));
    struct case_inputs inputs;
    struct dxbc_shader *shader;
    struct kernel *kernel;

    if (!made)
        abort();
    result->lines[0] = 0;
    result->status = KERNEL_DONE;
    case_inputs(c, &inputs, &result->memory);
    if (dxbc_load(c->bytes, c->size, 0, &shader, diag) != DIAG_OK) {
        free(made);
        return false;
    }
    const uint32_t *size = shader->program.thread_group;
    fabricate(made, &shader->program, c->seed);
    bind(&made->bindings, c, &inputs, &result->memory, size[0] * size[1] * size[2]);
    kernel_use_isa(runner->isa);
    result->code = kernel_create(shader, runner->executor, &kernel, diag);
    if (result->code == DIAG_OK) {
        const struct kernel_dispatch dispatch = {.bindings = &made->bindings,
                                                 .serial = c->seed + 1,
                                                 .group_count = {c->groups[0], c->groups[1], c->groups[2]},
                                                 .stop = stop,
                                                 .user = result,
                                                 .message = on_message,
                                                 .event = on_event};
        run_groups(c, kernel, &dispatch, result);
        kernel_destroy(kernel);
    }
    result->memory.made_up = fabricated_hash(made);
    fabricated_free(made);
    free(made);
    dxbc_free(shader);
    return true;
}

uint32_t case_threads(const struct program_case *c)
{
    struct dxbc_shader *shader;
    uint32_t threads = 0;

    if (dxbc_load(c->bytes, c->size, 0, &shader, NULL) == DIAG_OK) {
        const uint32_t *size = shader->program.thread_group;
        threads = size[0] * size[1] * size[2];
        dxbc_free(shader);
    }
    return threads;
}

/* ---- comparing ---- */

#define PART(text, name)                                                                                     \
    {                                                                                                        \
        text, offsetof(struct case_memory, name) / 4, sizeof(((struct case_memory *)0)->name) / 4            \
    }
static const struct {
    const char *name;
    size_t start, count;
} parts[] = {PART("u0", results), PART("u1", structured), PART("u2", raw),
             PART("u3", typed),   PART("u4", target),     PART("the counter of u1", counter),
             PART("the hash of u5 to u7", made_up)};

void case_compare(const struct case_result *expected, const struct case_result *result, char *text,
                  size_t size)
{
    const uint32_t *should = (const uint32_t *)&expected->memory, *is = (const uint32_t *)&result->memory;

    *text = 0;
    if (expected->code != result->code) {
        snprintf(text, size, "the kernel is made with code %d instead of %d", (int)result->code,
                 (int)expected->code);
        return;
    }
    for (size_t p = 0; p < sizeof(parts) / sizeof(*parts); p++) {
        for (size_t i = 0; i < parts[p].count; i++) {
            size_t at = parts[p].start + i;
            if (should[at] == is[at])
                continue;
            snprintf(text, size, "word %zu of %s is 0x%08x instead of 0x%08x", i, parts[p].name, is[at],
                     should[at]);
            return;
        }
    }
    if (strcmp(expected->lines, result->lines) != 0)
        snprintf(text, size, "it says\n%.200sinstead of\n%.200s", result->lines, expected->lines);
}
