/*
 * The assembler: texts are assembled, containers are printed and assembled again.
 *
 * What must hold, whatever the input: no crash, no access outside a block, nothing leaked, an end. A refused
 * text has a place and a reason. What a text assembles to is either refused by the loader, but not for an RDEF
 * out of its header, or prints as a listing that assembles to the same listing. The exact listing of any container that loads assembles to the
 * same program.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "assembler.h"
#include "fuzz.h"

static struct {
    unsigned long assembled, refused, loaded, containers;
} totals;

/* Not inline: gcc 12 would take the text for the variable that the stream writes its address to, and warn. */
__attribute__((noinline)) static char *print_text(const struct dxbc_shader *shader, unsigned flags,
                                                  size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out || dxbc_print(shader, flags, out) != DIAG_OK)
        fuzz_fail("a listing without an end");
    fclose(out);
    return text;
}

static struct dxbc_shader *assemble_again(const char *text, size_t size)
{
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    struct dxbc_shader *shader = NULL;
    struct diag diag = {0};
    if (dxbc_assemble(text, size, &assembly, &error) != DIAG_OK)
        fuzz_fail("a listing does not assemble: line %u, column %u: %s", error.line, error.column,
                  error.text);
    if (dxbc_load(assembly.bytes, assembly.size, 0, &shader, &diag) != DIAG_OK)
        fuzz_fail("a listing assembles to what is refused: %s", diag.text);
    dxbc_assembly_free(&assembly);
    return shader;
}

static bool same_program(const struct dxbc_shader *a, const struct dxbc_shader *b)
{
    const struct dxbc_program *p = &a->program, *q = &b->program;
    if (p->instr_count != q->instr_count || p->stage != q->stage)
        return false;
    for (uint32_t i = 0; i < p->instr_count; ++i) {
        const struct dxbc_instr *x = &p->instrs[i], *y = &q->instrs[i];
        if (x->length != y->length ||
            memcmp(a->bytes + x->offset, b->bytes + y->offset, 4 * (size_t)x->length) != 0)
            return false;
    }
    return true;
}

/* Prints, assembles, prints: only texts that hold no literal text of messages, whose quotes Microsoft does
 * not mark, are promised to come back. */
static void check_plain(const struct dxbc_shader *shader)
{
    size_t size, again_size;
    char *text = print_text(shader, 0, &size);
    if (!strstr(text, "printf ") && !strstr(text, "errorf ") && !strstr(text, "<unknown") &&
        !strstr(text, "???") && !strstr(text, "undecipherable") && !strstr(text, "COMMENT")) {
        struct dxbc_assembly assembly;
        struct dxbc_text_error error;
        if (dxbc_assemble(text, size, &assembly, &error) == DIAG_OK) {
            struct dxbc_shader *again = NULL;
            if (dxbc_load(assembly.bytes, assembly.size, 0, &again, NULL) == DIAG_OK) {
                char *text_again = print_text(again, 0, &again_size);
                char *end = strstr(text, "// Approximately"),
                     *end_again = strstr(text_again, "// Approximately");
                if (!end || !end_again || end - text != end_again - text_again ||
                    memcmp(text, text_again, (size_t)(end - text)) != 0)
                    fuzz_fail("a listing comes back as another");
                free(text_again);
                dxbc_free(again);
            }
            dxbc_assembly_free(&assembly);
        }
    }
    free(text);
}

static void check_exact(const struct dxbc_shader *shader)
{
    size_t size;
    char *text = print_text(shader, DXBC_PRINT_HEADER | DXBC_PRINT_EXACT, &size);
    struct dxbc_shader *again = assemble_again(text, size);
    if (!same_program(shader, again))
        fuzz_fail("an exact listing comes back as another program");
    dxbc_free(again);
    free(text);
}

static void check_shader(const uint8_t *data, size_t size, bool own_chunks)
{
    struct dxbc_shader *shader;
    struct diag diag = {0};
    const enum diag_code code = dxbc_load(data, size, 0, &shader, &diag);
    if (code == DIAG_REFLECTION && !own_chunks)
        fuzz_fail("the assembler's own RDEF is refused: %s", diag.text);
    if (code != DIAG_OK)
        return;
    totals.loaded++;
    check_plain(shader);
    if (shader->chunk_count <= 64) /* as many as the assembler takes */
        check_exact(shader);
    dxbc_free(shader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    if (size >= 4 && memcmp(data, "DXBC", 4) == 0) {
        totals.containers++;
        check_shader(data, size, true);
        return 0;
    }
    const enum diag_code code = dxbc_assemble((const char *)data, size, &assembly, &error);
    if (code == DIAG_OK) {
        totals.assembled++;
        check_shader(assembly.bytes, assembly.size, memmem(data, size, ".chunk", 6));
        dxbc_assembly_free(&assembly);
        return 0;
    }
    totals.refused++;
    if (code != DIAG_TEXT || assembly.bytes || !error.line || !error.column || !error.text[0])
        fuzz_fail("refused with code %d without saying where and why", (int)code);
    return 0;
}

static void mutate(struct mutant *mutant, struct fuzz_random *random)
{
    if (mutant->size >= 4 && memcmp(mutant->bytes, "DXBC", 4) == 0) {
        mutate_container(mutant, random);
        return;
    }
    const uint32_t changes = 1 + fuzz_random_below(random, 3);
    for (uint32_t i = 0; i < changes && mutant->size > 16; ++i)
        mutate_text(mutant, random);
}

static void summary(FILE *out)
{
    fprintf(out, "texts assembled %lu, refused %lu; containers %lu; programs that load %lu\n",
            totals.assembled, totals.refused, totals.containers, totals.loaded);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_asm", .mutate = mutate, .cut = NULL, .summary = summary};
