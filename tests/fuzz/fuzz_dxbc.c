/*
 * The decoder of DXBC: containers of every stage are loaded, and what passes is printed in all ways.
 *
 * What must hold, whatever the bytes: no crash, no access outside a block, nothing leaked, an end; a refused
 * container has a code, a text and no shader; the listing of a loaded one is never empty.
 */
#include <stdlib.h>
#include <string.h>

#include "dxbc.h"
#include "fuzz.h"
#include "shader_info.h"

enum { CODES = 512, LINE_BYTES = 64 };

static struct {
    unsigned long loaded, refused[CODES];
} totals;

/* HLSL lines from debug information: there are some, or a reason why not. */
static void read_lines(const struct dxbc_shader *shader)
{
    struct dxbc_lines *lines = NULL;
    struct diag diag = {0};
    const enum diag_code code = dxbc_lines_read(shader, &lines, &diag);
    if (code != DIAG_OK && !diag.text[0])
        fuzz_fail("no lines with code %d, without saying why", (int)code);
    for (uint32_t i = 0; code == DIAG_OK && i < shader->program.instr_count; ++i)
        dxbc_lines_at(lines, i);
    dxbc_lines_free(lines);
}

static void print_all(const struct dxbc_shader *shader)
{
    static FILE *sink;
    const unsigned flags =
        DXBC_PRINT_HEADER | DXBC_PRINT_OFFSETS | DXBC_PRINT_NUMBERS | DXBC_PRINT_LINES;
    char line[LINE_BYTES];
    if (!sink)
        sink = fopen("/dev/null", "w");
    if (!sink)
        return;
    if (dxbc_print(shader, flags, sink) != DIAG_OK)
        fuzz_fail("a listing without an end");
    for (uint32_t i = 0; i < shader->program.instr_count; ++i) {
        dxbc_print_instr(shader, i, line, sizeof(line));
        if (!line[0])
            fuzz_fail("instruction %u prints as nothing", i);
    }
    shader_info_print(shader, "input", sink);
    read_lines(shader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dxbc_shader *shader = NULL;
    struct diag diag;
    const enum diag_code code = dxbc_load(data, size, 0, &shader, &diag);
    if (code == DIAG_OK) {
        totals.loaded++;
        print_all(shader);
        dxbc_free(shader);
        return 0;
    }
    totals.refused[(unsigned)code % CODES]++;
    if (shader || diag.code != code || !diag.text[0])
        fuzz_fail("refused with code %d without saying why", (int)code);
    return 0;
}

static void summary(FILE *out)
{
    fprintf(out, "loaded %lu; refused by code:", totals.loaded);
    for (int i = 0; i < CODES; ++i) {
        if (totals.refused[i])
            fprintf(out, " %d:%lu", i, totals.refused[i]);
    }
    fputs("\n", out);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_dxbc", .mutate = mutate_container, .cut = cut_container, .summary = summary};
