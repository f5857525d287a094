/*
 * Prints each NAME.dxbc named on the command line and compares the text with NAME.dis, Microsoft's listing;
 * then assembles its own text again: the plain one must print as the same instructions, the exact one must
 * give the very container.
 *
 * Containers of the level-9 targets carry a second program of an older kind, whose listing stands in the
 * middle of Microsoft's; for them only what follows the version line is compared. The first line that differs
 * is shown.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembler.h"
#include "dxbc.h"

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(1, *size + 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

/* From the line that names the target on. */
static const char *skip_header(const char *text, const char *target)
{
    char line[20];
    snprintf(line, sizeof(line), "\n%s\n", target);
    const char *found = strstr(text, line);
    return found ? found + 1 : text;
}

static bool same_text(const char *name, const char *got, const char *wanted)
{
    int line = 1;
    while (*got && *wanted) {
        const size_t got_length = strcspn(got, "\n"), wanted_length = strcspn(wanted, "\n");
        if (got_length != wanted_length || memcmp(got, wanted, got_length)) {
            printf("%s: line %d differs\n- %.*s\n+ %.*s\n", name, line, (int)wanted_length, wanted,
                   (int)got_length, got);
            return false;
        }
        got += got_length + (got[got_length] == '\n');
        wanted += wanted_length + (wanted[wanted_length] == '\n');
        ++line;
    }
    if (*got || *wanted)
        printf("%s: one text ends at line %d\n", name, line);
    return !*got && !*wanted;
}

static char *print_text(const struct dxbc_shader *shader, unsigned flags, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    const enum diag_code code = dxbc_print(shader, flags, out);
    fclose(out);
    if (code == DIAG_OK)
        return text;
    free(text);
    return NULL;
}

/* What the text assembles to; false when it does not. */
static bool assemble(const char *name, const char *text, size_t size, struct dxbc_assembly *out)
{
    struct dxbc_text_error error;
    if (text && dxbc_assemble(text, size, out, &error) == DIAG_OK)
        return true;
    printf("%s: assembled, line %u, column %u: %s\n", name, error.line, error.column, error.text);
    return false;
}

static bool same_signature(const struct dxbc_signature *got, const struct dxbc_signature *wanted)
{
    bool same = got->count == wanted->count;
    for (uint32_t i = 0; same && i < got->count; ++i) {
        const struct dxbc_signature_element *a = &got->elements[i], *b = &wanted->elements[i];
        same = !strcmp(a->name, b->name) && a->index == b->index && a->system_value == b->system_value &&
               a->component_type == b->component_type && a->reg == b->reg && a->stream == b->stream &&
               a->min_precision == b->min_precision && a->mask == b->mask && a->rw_mask == b->rw_mask;
    }
    if (!same)
        puts("a signature differs when assembled");
    return same;
}

static bool check_plain(const char *name, const struct dxbc_shader *shader)
{
    size_t size = 0, again_size = 0;
    struct dxbc_assembly assembly = {0};
    struct dxbc_shader *again = NULL;
    struct diag diag = {0};
    char *whole = print_text(shader, DXBC_PRINT_HEADER, &size), *listing = print_text(shader, 0, &size);
    char *listing_again = NULL;
    bool same = whole && listing && assemble(name, whole, strlen(whole), &assembly);
    if (same && dxbc_load(assembly.bytes, assembly.size, 0, &again, &diag) != DIAG_OK) {
        printf("%s: assembled: %s\n", name, diag.text);
        same = false;
    }
    if (same) {
        listing_again = print_text(again, 0, &again_size);
        same = listing_again && same_text(name, listing_again, listing) &&
               same_signature(&again->input, &shader->input) &&
               same_signature(&again->output, &shader->output) &&
               same_signature(&again->patch_constant, &shader->patch_constant);
    }
    dxbc_free(again);
    dxbc_assembly_free(&assembly);
    free(whole);
    free(listing);
    free(listing_again);
    return same;
}

static bool check_exact(const char *name, const struct dxbc_shader *shader)
{
    size_t size = 0;
    struct dxbc_assembly assembly = {0};
    char *text = print_text(shader, DXBC_PRINT_HEADER | DXBC_PRINT_EXACT, &size);
    bool same = assemble(name, text, size, &assembly);
    /* Programs with debug instructions carry a digest of another kind: it stands before byte 20. */
    if (same && (assembly.size != shader->size ||
                 memcmp(assembly.bytes + 20, shader->bytes + 20, shader->size - 20) != 0)) {
        printf("%s: the exact listing assembles to other bytes\n", name);
        same = false;
    }
    dxbc_assembly_free(&assembly);
    free(text);
    return same;
}

static bool check_shader(const char *name, const struct dxbc_shader *shader, const char *wanted)
{
    char target[16];
    size_t size = 0;
    const bool level_9 = strstr(name, "level_9") != NULL;
    char *text = print_text(shader, DXBC_PRINT_HEADER, &size);
    if (!text)
        return false;
    dxbc_target_name(&shader->program, target);
    const bool same = same_text(name, level_9 ? skip_header(text, target) : text,
                                level_9 ? skip_header(wanted, target) : wanted) &&
                      check_plain(name, shader) && check_exact(name, shader);
    free(text);
    return same;
}

static bool check_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    char other[4096], message[400];
    size_t size, wanted_size;
    if (!dot || snprintf(other, sizeof(other), "%.*s.dis", (int)(dot - path), path) >= (int)sizeof(other))
        return false;
    char *bytes = read_file(path, &size), *wanted = read_file(other, &wanted_size);
    struct dxbc_shader *shader = NULL;
    struct diag diag = {0};
    bool same = false;
    if (!bytes || !wanted) {
        printf("%s: no such pair of files\n", path);
    } else if (dxbc_load(bytes, size, 0, &shader, &diag) != DIAG_OK) {
        printf("%s: %s\n", path, diag_format(&diag, message, sizeof(message)));
    } else {
        same = check_shader(path, shader, wanted);
        dxbc_free(shader);
    }
    free(bytes);
    free(wanted);
    return same;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; ++i)
        failed += !check_file(argv[i]);
    printf("%d listings, %d differ\n", argc - 1, failed);
    return failed || argc < 2;
}
