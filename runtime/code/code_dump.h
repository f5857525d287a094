/*
 * Generated code for people and tools: IR, assembly and a listing of the shader as files (WEFT_DUMP), symbols for perf
 * and gdb (WEFT_PERF, WEFT_GDB).
 */
#ifndef RUNTIME_CODE_DUMP_H
#define RUNTIME_CODE_DUMP_H

#include <stdbool.h>

#include "dxbc.h"
#include "jit.h"

struct code_dump {
    bool ir, assembly, listing, perf_map, gdb;
    char folder[512]; /* WEFT_DUMP_DIR */
};

enum { CODE_DUMP_PATH = 768 };

/* Whether texts are to be generated with the code, which then does not come from the cache. */
bool code_dump_wants_text(const struct code_dump *dump);
/* Whether code is to have lines; neither does it come from the cache then. */
bool code_dump_wants_lines(const struct code_dump *dump);
/* Writes FOLDER/NAME.dis if asked for: in line n + 1 stands instruction n, which is what lines of code refer to. Returns
 * the path, which is absolute if the folder is there, or NULL when code is to have no lines. */
const char *code_dump_listing(const struct code_dump *dump, const char *name, const struct dxbc_shader *shader,
                              char path[CODE_DUMP_PATH]);
/* FOLDER/NAME.ISA.ll and .s; what goes wrong is told to the log. */
void code_dump_text(const struct code_dump *dump, const char *name, const char *isa,
                    const struct jit_code *code);
/* The code was placed at `address`: lines for /tmp/perf-PID.map, one for each DXBC instruction's stretch. */
void code_dump_mapped(const struct code_dump *dump, const char *name, const struct jit_code *code,
                      const void *address);

#endif
