/*
 * Prints each NAME.dxbc named on the command line and compares the text with NAME.dis, Microsoft's listing.
 *
 * Containers of the level-9 targets carry a second program of an older kind, whose listing stands in the
 * middle of Microsoft's; for them only what follows the version line is compared. The first line that differs
 * is shown.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static bool check_shader(const char *name, const struct dxbc_shader *shader, const char *wanted)
{
    char target[16], *text = NULL;
    size_t size = 0;
    const bool level_9 = strstr(name, "level_9") != NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    const enum diag_code code = dxbc_print(shader, DXBC_PRINT_HEADER, out);
    fclose(out);
    dxbc_target_name(&shader->program, target);
    const bool same = code == DIAG_OK && same_text(name, level_9 ? skip_header(text, target) : text,
                                                   level_9 ? skip_header(wanted, target) : wanted);
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
