/*
 * Reads WEFT_*. Each variable is set and well-formed, or an error that names it and what would do.
 */
#include "settings.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"

enum { CACHE_MB = 256 };

static bool settings_fail(char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool settings_fail(char *error, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, size, format, args);
    va_end(args);
    return false;
}

/* The value of a variable that is set and not empty. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool read_number(const char *name, uint64_t low, uint64_t high, uint64_t *out, char *error,
                        size_t size)
{
    const char *value = variable(name);
    if (!value)
        return true;
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || errno || number < low || number > high)
        return settings_fail(error, size, "%s is \"%s\" but must be a number from %llu to %llu", name, value,
                             (unsigned long long)low, (unsigned long long)high);
    *out = number;
    return true;
}

static bool read_flag(const char *name, bool *out, char *error, size_t size)
{
    uint64_t number = *out;
    if (!read_number(name, 0, 1, &number, error, size))
        return false;
    *out = number;
    return true;
}

static bool read_log(enum log_level *out, char *error, size_t size)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};
    const char *value = variable("WEFT_LOG");
    if (!value)
        return true;
    for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (!strcmp(value, names[i])) {
            *out = i;
            return true;
        }
    return settings_fail(error, size, "WEFT_LOG is \"%s\" but must be error, warn, info or debug", value);
}

/* "auto", which is also what nothing means: the lanes, and meanwhile code is generated where there is a
 * generator. */
static bool read_executor(struct settings *settings, char *error, size_t size)
{
    const char *value = variable("WEFT_EXECUTOR");
    if (!value || !strcmp(value, "auto")) {
        settings->background = kernel_executor_available(KERNEL_JIT, settings->isa);
        return true;
    }
    for (int i = 0; i < KERNEL_EXECUTOR_COUNT; i++) {
        if (strcmp(value, kernel_executor_name(i)) != 0)
            continue;
        settings->executor = i;
        if (kernel_executor_available(i, settings->isa))
            return true;
        if (i == KERNEL_JIT && !kernel_executor_available(i, cpu_isa_best()))
            return settings_fail(error, size,
                                 "WEFT_EXECUTOR asks for \"jit\" but this build was made without LLVM; it has: %s",
                                 settings_executors());
        return settings_fail(error, size, "WEFT_EXECUTOR is \"%s\" but that does not work with WEFT_ISA=%s", value,
                             cpu_isa_name(settings->isa));
    }
    return settings_fail(error, size, "WEFT_EXECUTOR asks for \"%s\" but this build has: %s", value,
                         settings_executors());
}

/* The best there is, or WEFT_ISA. */
static bool read_instruction_set(struct settings *settings, char *error, size_t size)
{
    const char *value = variable("WEFT_ISA");
    settings->isa = cpu_isa_best();
    if (!value)
        return true;
    for (int i = 0; i < CPU_ISA_COUNT; i++)
        if (cpu_isa_available(i) && !strcmp(value, cpu_isa_name(i))) {
            settings->isa = i;
            return true;
        }
    return settings_fail(error, size, "WEFT_ISA asks for \"%s\" but this build and processor have: %s", value,
                         settings_instruction_sets());
}

static bool read_folder(const char *name, const char *otherwise, char *out, size_t room, char *error, size_t size)
{
    const char *value = variable(name);
    if (snprintf(out, room, "%s", value ? value : otherwise) < (int)room)
        return true;
    return settings_fail(error, size, "%s is longer than %zu characters", name, room - 1);
}

/* Words separated by commas; each sets its flag. */
static bool read_words(const char *name, const char *const *words, bool *const *flags, unsigned count, char *error,
                       size_t size)
{
    const char *value = variable(name);
    for (size_t length; value && *value; value += length + (value[length] == ',')) {
        unsigned i = 0;
        length = strcspn(value, ",");
        while (i < count && (strlen(words[i]) != length || strncmp(value, words[i], length) != 0))
            i++;
        if (i == count) {
            char known[64] = "";
            for (unsigned k = 0, used = 0; k < count && used < sizeof(known); k++)
                used += (unsigned)snprintf(known + used, sizeof(known) - used, "%s%s", k ? ", " : "", words[k]);
            return settings_fail(error, size, "%s has \"%.*s\" but knows: %s", name, (int)length, value, known);
        }
        *flags[i] = true;
    }
    return true;
}

/* What generated code is shown to. */
static bool read_dump(struct code_dump *dump, char *error, size_t size)
{
    static const char *const texts[] = {"asm", "ir", "dis"}, *const tools[] = {"map"};
    if (!read_words("WEFT_DUMP", texts, (bool *const[]){&dump->assembly, &dump->ir, &dump->listing}, 3, error, size) ||
        !read_words("WEFT_PERF", tools, (bool *const[]){&dump->perf_map}, 1, error, size) ||
        !read_flag("WEFT_GDB", &dump->gdb, error, size))
        return false;
    if ((dump->assembly || dump->ir || dump->perf_map || dump->gdb) && !kernel_executor_available(KERNEL_JIT, cpu_isa_best()))
        return settings_fail(error, size, "%s asks for generated code but this build was made without LLVM",
                             dump->perf_map ? "WEFT_PERF" : dump->gdb ? "WEFT_GDB" : "WEFT_DUMP");
    return read_folder("WEFT_DUMP_DIR", ".", dump->folder, sizeof(dump->folder), error, size);
}

/* Only the interpreter has steps to show. */
static bool read_trace(struct settings *settings, char *error, size_t size)
{
    const char *value = variable("WEFT_TRACE");
    uint32_t *at = settings->trace_thread;
    int end = 0;
    if (!value)
        return true;
    if (sscanf(value, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 "%n", &at[0], &at[1], &at[2], &end) != 3 || !end || value[end])
        return settings_fail(error, size, "WEFT_TRACE is \"%s\" but must be a thread of the dispatch, X,Y,Z", value);
    if (variable("WEFT_EXECUTOR") && settings->executor != KERNEL_INTERP)
        return settings_fail(error, size, "WEFT_TRACE needs the executor interp, but WEFT_EXECUTOR asks for \"%s\"",
                             kernel_executor_name(settings->executor));
    settings->executor = KERNEL_INTERP;
    settings->background = false;
    settings->trace = true;
    return true;
}

bool settings_read(struct settings *settings, char *error, size_t size)
{
    uint64_t threads = 0, timeout = 0, megabytes = 0, cache = CACHE_MB;
    *settings = (struct settings){.executor = KERNEL_LANES, .log_level = LOG_WARN};
    if (!read_log(&settings->log_level, error, size) || !read_instruction_set(settings, error, size) ||
        !read_executor(settings, error, size) || !read_trace(settings, error, size) ||
        !read_number("WEFT_THREADS", 1, TOPOLOGY_MAX_THREADS, &threads, error, size) ||
        !read_number("WEFT_TIMEOUT_MS", 0, UINT32_MAX, &timeout, error, size) ||
        !read_number("WEFT_MEMORY_MB", 1, UINT64_MAX >> 20, &megabytes, error, size) ||
        !read_flag("WEFT_RELAXED", &settings->relaxed, error, size) ||
        !read_number("WEFT_CACHE_MB", 0, UINT32_MAX, &cache, error, size) ||
        !read_folder("WEFT_CACHE_DIR", "", settings->cache_folder, sizeof(settings->cache_folder), error, size) ||
        !read_dump(&settings->dump, error, size) ||
        !read_folder("WEFT_CAPTURE", "", settings->capture, sizeof(settings->capture), error, size) ||
        !check_settings_read(variable("WEFT_CHECK"), &settings->check, error, size))
        return false;
    if (settings->executor == KERNEL_INTERP && !variable("WEFT_ISA"))
        settings->isa = CPU_SCALAR; /* the interpreter is plain C */
    if (settings->check.on)
        settings->background = false; /* only the lanes and the interpreter look at every access */
    kernel_use_isa(settings->isa);
    settings->threads = threads;
    settings->timeout_ms = timeout;
    settings->memory_bytes = megabytes << 20;
    settings->cache_bytes = cache << 20;
    return true;
}

const char *settings_executor(const struct settings *settings)
{
    return settings->background ? "auto" : kernel_executor_name(settings->executor);
}

const char *settings_instruction_set(const struct settings *settings)
{
    return cpu_isa_name(settings->isa);
}

static char isa_list[64];

static void list_instruction_sets(void)
{
    size_t used = 0;
    for (int i = 0; i < CPU_ISA_COUNT; i++)
        if (cpu_isa_available(i))
            used += snprintf(isa_list + used, sizeof(isa_list) - used, "%s%s", used ? " " : "", cpu_isa_name(i));
}

const char *settings_instruction_sets(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, list_instruction_sets);
    return isa_list;
}

const char *settings_executors(void)
{
    return kernel_executor_available(KERNEL_JIT, cpu_isa_best()) ? "auto interp lanes jit" : "interp lanes";
}
