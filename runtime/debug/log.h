/*
 * Words to standard error by level (WEFT_LOG), and the sentence behind weft_last_error().
 *
 * Knows no device: what concerns one goes through message.h, which calls this.
 */
#ifndef RUNTIME_LOG_H
#define RUNTIME_LOG_H

#include <stdarg.h>
#include <stdbool.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* WEFT_LOG is read when the first device is created; until then, and when it is not set, LOG_WARN holds. */
void log_set_level(enum log_level level);
bool log_enabled(enum log_level level);
void log_write(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The sentence of the calling thread. */
void last_error_set(const char *format, ...) __attribute__((format(printf, 1, 2)));
void last_error_vset(const char *format, va_list args);
const char *last_error_text(void);

#endif
