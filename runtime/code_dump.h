/*
 * Generated code for people and tools: IR and assembly as files (WEFT_DUMP), symbols for perf (WEFT_PERF).
 */
#ifndef RUNTIME_CODE_DUMP_H
#define RUNTIME_CODE_DUMP_H

#include <stdbool.h>

#include "jit.h"

struct code_dump {
    bool ir, assembly, perf_map;
    char folder[512]; /* WEFT_DUMP_DIR */
};

/* Whether texts are to be generated with the code, which then does not come from the cache. */
bool code_dump_wants_text(const struct code_dump *dump);
/* FOLDER/NAME.ISA.ll and .s; what goes wrong is told to the log. */
void code_dump_text(const struct code_dump *dump, const char *name, const char *isa,
                    const struct jit_code *code);
/* The code was placed at `address`: lines for /tmp/perf-PID.map, one for each DXBC instruction's stretch. */
void code_dump_mapped(const struct code_dump *dump, const char *name, const struct jit_code *code,
                      const void *address);

#endif
