/*
 * A test bench for kernels: loads a hand-made shader, binds plain memory, runs all groups in ascending order.
 *
 *   machine_begin(&m)             a fresh builder in m.b (cs_5_0) and empty bindings
 *   machine_build(&m)             finishes the shader, loads it, makes the kernel; fails the test when it
 * cannot machine_run(&m, x, y, z)      runs the groups machine_end(&m)
 *
 * Views are placed over the caller's arrays, which under ASan means that any access outside them is found.
 * Messages and events are collected as lines of text.
 */
#ifndef TESTS_KERNEL_MACHINE_H
#define TESTS_KERNEL_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format.h"
#include "kernel.h"
#include "token_builder.h"

struct machine {
    struct token_builder b;
    struct bindings bindings;
    struct dxbc_shader *shader;
    struct kernel *kernel;
    struct diag diag;
    const atomic_bool *stop;
    enum kernel_status status;
    uint32_t stopped_at;
    char lines[8192]; /* messages and events, one a line */
};

static inline void machine_begin(struct machine *m)
{
    memset(m, 0, sizeof(*m));
    tokens_begin(&m->b, TOKENS_CS_5_0);
    for (uint32_t i = 0; i < KERNEL_INTERFACES; i++)
        m->bindings.interfaces[i].table = -1;
}

/* The executor under test: WEFT_EXECUTOR, else the interpreter. */
static inline enum kernel_executor machine_executor(void)
{
    const char *name = getenv("WEFT_EXECUTOR");

    for (int i = 0; name && i < KERNEL_EXECUTOR_COUNT; i++) {
        if (!strcmp(name, kernel_executor_name((enum kernel_executor)i)))
            return (enum kernel_executor)i;
    }
    return KERNEL_INTERP;
}

static inline enum diag_code machine_try_build(struct machine *m)
{
    size_t size;
    void *bytes = tokens_finish(&m->b, &size);
    enum diag_code code = dxbc_load(bytes, size, 0, &m->shader, &m->diag);

    free(bytes);
    if (code != DIAG_OK)
        return code;
    return kernel_create(m->shader, machine_executor(), &m->kernel, &m->diag);
}

static inline void machine_build(struct machine *m)
{
    char text[400];

    if (machine_try_build(m) != DIAG_OK)
        fail_msg("the shader was refused: %s", diag_format(&m->diag, text, sizeof(text)));
}

static inline void machine_line(struct machine *m, const char *format, ...)
{
    size_t used = strlen(m->lines);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(m->lines + used, sizeof(m->lines) - used, format, arguments);
    va_end(arguments);
}

static inline void machine_message(void *user, bool error, const char *text)
{
    machine_line(user, "%s%s\n", error ? "error: " : "", text);
}

static inline void machine_event(void *user, enum kernel_event event, uint32_t instruction,
                                 const uint32_t group[3])
{
    static const char *const names[] = {"divergent barrier", "abort", "view mismatch"};

    machine_line(user, "%s at %u in group %u\n", names[event], instruction, group[0]);
}

/* at_once: so many groups in one call, which may then run side by side. */
static inline void machine_run_some(struct machine *m, uint32_t x, uint32_t y, uint32_t z, uint64_t at_once)
{
    struct kernel_dispatch dispatch = {.bindings = &m->bindings,
                                       .group_count = {x, y, z},
                                       .stop = m->stop,
                                       .user = m,
                                       .message = machine_message,
                                       .event = machine_event};
    uint64_t count = (uint64_t)x * y * z, done = 0;
    uint32_t group[3] = {0, 0, 0};
    void *scratch = NULL;

    assert_int_equal(posix_memalign(&scratch, 64, kernel_scratch_size(m->kernel) + 1), 0);
    memset(scratch, 0xA5, kernel_scratch_size(m->kernel));
    m->status = KERNEL_DONE;
    for (; done < count && m->status == KERNEL_DONE; done += at_once) {
        if (kernel_run_groups(m->kernel, &dispatch, group, at_once, scratch, &m->stopped_at) < at_once)
            m->status = KERNEL_STOPPED;
        kernel_next_group(&dispatch, group);
    }
    free(scratch);
}

static inline void machine_run(struct machine *m, uint32_t x, uint32_t y, uint32_t z)
{
    machine_run_some(m, x, y, z, 1);
}

static inline void machine_end(struct machine *m)
{
    kernel_destroy(m->kernel);
    dxbc_free(m->shader);
    m->kernel = NULL;
    m->shader = NULL;
}

/* Build, run one group, give everything back. */
static inline void machine_once(struct machine *m)
{
    machine_build(m);
    machine_run(m, 1, 1, 1);
    machine_end(m);
}

/* ---- views ---- */

static inline struct kernel_view machine_raw(void *data, uint32_t bytes)
{
    return (struct kernel_view){
        .kind = KERNEL_VIEW_RAW_BUFFER, .data = data, .size_bytes = bytes, .element_count = bytes};
}

static inline struct kernel_view machine_structured(void *data, uint32_t stride, uint32_t count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_STRUCTURED_BUFFER,
                                .data = data,
                                .stride = stride,
                                .size_bytes = (uint64_t)stride * count,
                                .element_count = count};
}

static inline struct kernel_view machine_typed(void *data, enum format_number format, uint32_t count)
{
    const struct format_info *info = format_get(format);

    return (struct kernel_view){.kind = KERNEL_VIEW_TYPED_BUFFER,
                                .data = data,
                                .format = info,
                                .size_bytes = (uint64_t)info->block_bytes * count,
                                .element_count = count};
}

static inline struct kernel_view machine_texture(void *data, enum format_number format,
                                                 enum dxbc_dimension dimension, const struct kernel_mip *mips,
                                                 uint8_t mip_count)
{
    return (struct kernel_view){.kind = KERNEL_VIEW_TEXTURE,
                                .data = data,
                                .format = format_get(format),
                                .dimension = (uint8_t)dimension,
                                .mips = mips,
                                .mip_count = mip_count,
                                .sample_count = 1};
}

/* ---- usual beginnings ---- */

/* threads in x; t#/u# of 4-byte structures are the caller's to declare. */
static inline void machine_threads(struct machine *m, uint32_t threads, uint32_t temps)
{
    tokens_input(&m->b, "vThreadID.xyz");
    tokens_input(&m->b, "vThreadIDInGroupFlattened");
    tokens_temps(&m->b, temps);
    tokens_thread_group(&m->b, threads, 1, 1);
}

#endif
