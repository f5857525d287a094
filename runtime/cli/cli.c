/*
 * Shared by every command: error values and reports, the arena, whole files.
 */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool cli_error_setv(struct cli_error *error, enum cli_status status, uint32_t line, uint32_t column,
                    const char *format, va_list args)
{
    if (error->status == CLI_OK) {
        error->status = status;
        error->line = line;
        error->column = column;
        vsnprintf(error->text, sizeof error->text, format, args);
    }
    return false;
}

bool cli_error_set(struct cli_error *error, enum cli_status status, uint32_t line, uint32_t column,
                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_error_setv(error, status, line, column, format, args);
    va_end(args);
    return false;
}

void cli_complain(const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fputs("weft: error: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* The line that the error points at, cut to fit a terminal, and a caret below the column. */
static void print_source_line(const char *source, size_t size, uint32_t line, uint32_t column)
{
    enum { WIDTH = 200 };
    const char *start = source, *end = source + size;
    for (uint32_t i = 1; i < line && start < end; i++) {
        const char *newline = memchr(start, '\n', (size_t)(end - start));
        start = newline ? newline + 1 : end;
    }
    const char *newline = memchr(start, '\n', (size_t)(end - start));
    size_t length = (size_t)((newline ? newline : end) - start);
    if (length == 0 || length > WIDTH || column == 0 || column > length + 1)
        return;
    for (size_t i = 0; i < length; i++)
        fputc((unsigned char)start[i] < 0x20 ? ' ' : start[i], stderr);
    fprintf(stderr, "\n%*s\n", (int)column, "^");
}

enum cli_status cli_report(const struct cli_error *error, const char *file_name, const char *source,
                           size_t source_size)
{
    if (error->line == 0) {
        cli_complain("%s", error->text);
        return error->status;
    }
    fflush(stdout);
    fprintf(stderr, "%s:%u:%u: error: %s\n", file_name, error->line, error->column, error->text);
    if (source)
        print_source_line(source, source_size, error->line, error->column);
    return error->status;
}

/* ---- memory ---- */

struct cli_block {
    struct cli_block *next;
    max_align_t bytes[];
};

static _Noreturn void out_of_memory(void)
{
    cli_complain("out of memory");
    exit(CLI_BAD_INPUT);
}

void *cli_arena_alloc(struct cli_arena *arena, size_t size_bytes)
{
    enum { ALIGN = _Alignof(max_align_t), BLOCK = 64 * 1024 };
    if (size_bytes > SIZE_MAX / 2)
        out_of_memory();
    size_t size = (size_bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (size > (size_t)(arena->end - arena->free)) {
        size_t room = size > BLOCK / 4 ? size : BLOCK;
        struct cli_block *block = calloc(1, sizeof *block + room);
        if (!block)
            out_of_memory();
        block->next = arena->blocks;
        arena->blocks = block;
        if (room == size)
            return block->bytes;
        arena->free = (uint8_t *)block->bytes;
        arena->end = arena->free + room;
    }
    void *result = arena->free;
    arena->free += size;
    return result;
}

void *cli_arena_array(struct cli_arena *arena, size_t count, size_t size_bytes)
{
    if (size_bytes != 0 && count > SIZE_MAX / size_bytes)
        out_of_memory();
    return cli_arena_alloc(arena, count * size_bytes);
}

const char *cli_arena_text(struct cli_arena *arena, const char *text, size_t length)
{
    char *copy = cli_arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void cli_arena_free(struct cli_arena *arena)
{
    while (arena->blocks) {
        struct cli_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    *arena = (struct cli_arena){0};
}

/* ---- files ---- */

static bool read_stream(FILE *file, const char *path, size_t limit, uint8_t **bytes, size_t *size,
                        struct cli_error *error)
{
    size_t capacity = 64 * 1024, used = 0;
    uint8_t *buffer = NULL;
    for (;;) {
        uint8_t *grown = realloc(buffer, capacity + 1);
        if (!grown)
            out_of_memory();
        buffer = grown;
        used += fread(buffer + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        capacity *= 2;
        if (used > limit)
            break;
    }
    if (ferror(file)) {
        free(buffer);
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot read %s: %s", path, strerror(errno));
    }
    if (used > limit) {
        free(buffer);
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "%s is larger than the limit of %zu bytes", path,
                             limit);
    }
    buffer[used] = 0;
    *bytes = buffer;
    *size = used;
    return true;
}

bool cli_read_file(const char *path, size_t limit_bytes, uint8_t **bytes, size_t *size_bytes,
                   struct cli_error *error)
{
    *bytes = NULL;
    *size_bytes = 0;
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, "standard input", limit_bytes, bytes, size_bytes, error);
    FILE *file = fopen(path, "rb");
    if (!file)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot open %s: %s", path, strerror(errno));
    bool ok = read_stream(file, path, limit_bytes, bytes, size_bytes, error);
    fclose(file);
    return ok;
}

bool cli_write_file(const char *path, const void *bytes, size_t size_bytes, struct cli_error *error)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path, strerror(errno));
    bool ok = fwrite(bytes, 1, size_bytes, file) == size_bytes;
    if (fclose(file) != 0 || !ok)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path, strerror(errno));
    return true;
}

enum cli_status cli_finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_OK;
    cli_complain("cannot write standard output: %s", strerror(errno));
    return CLI_BAD_INPUT;
}
