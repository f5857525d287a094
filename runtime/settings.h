/*
 * The WEFT_* environment, read and checked when a device is created. A value that cannot be honoured is an
 * error that names the variable; nothing is ever substituted silently.
 */
#ifndef RUNTIME_SETTINGS_H
#define RUNTIME_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check_settings.h"
#include "code_dump.h"
#include "kernel.h"
#include "log.h"

struct settings {
    enum kernel_executor executor; /* WEFT_EXECUTOR */
    bool background;               /* no executor is asked for: code is generated while the lanes run */
    enum cpu_isa isa;              /* WEFT_ISA */
    unsigned threads;              /* WEFT_THREADS; 0: as many as the topology gives */
    unsigned timeout_ms;           /* WEFT_TIMEOUT_MS; 0: none */
    uint64_t memory_bytes;         /* WEFT_MEMORY_MB; 0: the machine's */
    enum log_level log_level;      /* WEFT_LOG */
    bool relaxed;                  /* WEFT_RELAXED */
    char cache_folder[1024];       /* WEFT_CACHE_DIR; empty: the user's */
    uint64_t cache_bytes;          /* WEFT_CACHE_MB; 0: no cache */
    struct code_dump dump;         /* WEFT_DUMP, WEFT_DUMP_DIR, WEFT_PERF, WEFT_GDB */
    struct check_settings check;   /* WEFT_CHECK */
    char capture[CHECK_PATH];      /* WEFT_CAPTURE: a folder, or "" */
    bool trace;                    /* WEFT_TRACE: "X,Y,Z", */
    uint32_t trace_thread[3];      /* a thread of the dispatch */
};

/* False with a sentence in error when a variable is malformed or asks for what is not there. */
bool settings_read(struct settings *settings, char *error, size_t error_size);

/* "auto", "lanes" and so on; "scalar" and so on; all that there are, separated by spaces. */
const char *settings_executor(const struct settings *settings);
const char *settings_instruction_set(const struct settings *settings);
const char *settings_instruction_sets(void);
const char *settings_executors(void);

#endif
