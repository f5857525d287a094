/*
 * What every command of `weft` shares: exit statuses, error reports, memory, whole files.
 *
 * A command is a one-shot program, so running out of memory ends the process with a message and status 2;
 * everything that can be wrong with input is a struct cli_error that travels to the command, which reports
 * it.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum cli_status {
    CLI_OK = 0,
    CLI_RULE_FAILED = 1,     /* a rule of the pipeline failed, or repeated runs differ */
    CLI_BAD_INPUT = 2,       /* usage, files, YAML, DXBC */
    CLI_DEVICE_REMOVED = 3,  /* the time limit, or another loss of the device */
    CLI_NOT_IMPLEMENTED = 4, /* legal, but not there yet or not in Direct3D 11 */
};

/* The first error wins. line and column count from 1; line 0: the error has no place in the file. */
struct cli_error {
    enum cli_status status;
    uint32_t line, column;
    char text[512];
};

bool cli_error_set(struct cli_error *error, enum cli_status status, uint32_t line, uint32_t column,
                   const char *format, ...) __attribute__((format(printf, 5, 6))); /* always false */
bool cli_error_setv(struct cli_error *error, enum cli_status status, uint32_t line, uint32_t column,
                    const char *format, va_list args) __attribute__((format(printf, 5, 0)));

/* "weft: error: ..." and a newline on standard error. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "FILE:LINE:COLUMN: error: ...", the line of the source and a caret; returns error->status. source may be
 * NULL. */
enum cli_status cli_report(const struct cli_error *error, const char *file_name, const char *source,
                           size_t source_size);

/* Memory that lives until the arena goes; zeroed, aligned for every type. Never NULL. */
struct cli_arena {
    struct cli_block *blocks;
    uint8_t *free, *end;
};
void *cli_arena_alloc(struct cli_arena *arena, size_t size_bytes);
void *cli_arena_array(struct cli_arena *arena, size_t count, size_t size_bytes);
const char *cli_arena_text(struct cli_arena *arena, const char *text, size_t length);
void cli_arena_free(struct cli_arena *arena);

/* The whole file, "-" for standard input, with a zero byte behind it; false and error set when it cannot be
 * read or is larger than limit_bytes. The bytes are the caller's to free(). */
bool cli_read_file(const char *path, size_t limit_bytes, uint8_t **bytes, size_t *size_bytes,
                   struct cli_error *error);
bool cli_write_file(const char *path, const void *bytes, size_t size_bytes, struct cli_error *error);

/* Flushes standard output; CLI_BAD_INPUT with a message when something could not be written. */
enum cli_status cli_finish_stdout(void);

/* The commands: argv[0] is the command's name. */
int cmd_run(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_asm(int argc, char **argv);
int cmd_dis(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_reflect(int argc, char **argv);
int cmd_validate(int argc, char **argv);

#endif
