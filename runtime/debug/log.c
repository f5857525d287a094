/*
 * The log and the sentence of the last error. stdio locks the stream for each line, so lines of
 * several threads stay whole.
 */
#include "log.h"

#include <stdatomic.h>
#include <stdio.h>

static atomic_int threshold = LOG_WARN;
static _Thread_local char last_error[1024];

void log_set_level(enum log_level level)
{
    atomic_store_explicit(&threshold, level, memory_order_relaxed);
}

bool log_enabled(enum log_level level)
{
    return (int)level <= atomic_load_explicit(&threshold, memory_order_relaxed);
}

void log_write(enum log_level level, const char *format, ...)
{
    static const char *const names[] = {"error", "warning", "info", "debug"};
    if (!log_enabled(level))
        return;
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    fprintf(stderr, "weft: %s: %s\n", names[level], text);
}

void last_error_vset(const char *format, va_list args)
{
    vsnprintf(last_error, sizeof(last_error), format, args);
}

void last_error_set(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    last_error_vset(format, args);
    va_end(args);
}

const char *last_error_text(void)
{
    return last_error;
}
