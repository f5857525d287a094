/*
 * See code_dump.h. perf looks for its map in /tmp, whatever TMPDIR says.
 */
#include "code_dump.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

bool code_dump_wants_text(const struct code_dump *dump)
{
    return dump->ir || dump->assembly;
}

bool code_dump_wants_lines(const struct code_dump *dump)
{
    return dump->perf_map || dump->gdb;
}

const char *code_dump_listing(const struct code_dump *dump, const char *name, const struct dxbc_shader *shader,
                              char path[CODE_DUMP_PATH])
{
    if (!dump->listing && !code_dump_wants_lines(dump))
        return NULL;
    char *folder = realpath(dump->folder, NULL), text[512];
    snprintf(path, CODE_DUMP_PATH, "%s/%.16s.dis", folder ? folder : dump->folder, name);
    free(folder);
    FILE *file = dump->listing ? fopen(path, "w") : NULL;
    for (uint32_t i = 0; file && i < shader->program.instr_count; i++) {
        dxbc_print_instr(shader, i, text, sizeof(text));
        text[strcspn(text, "\n")] = 0; /* an immediate constant buffer has more lines */
        fprintf(file, "%s\n", text);
    }
    if (dump->listing && (!file || fclose(file)))
        log_write(LOG_WARN, "WEFT_DUMP: %s: %s", path, strerror(errno));
    return code_dump_wants_lines(dump) ? path : NULL;
}

static void write_text(const struct code_dump *dump, const char *name, const char *isa, const char *suffix,
                       const char *text)
{
    char path[768];
    snprintf(path, sizeof(path), "%s/%.16s.%s%s", dump->folder, name, isa, suffix);
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    if (file && fclose(file))
        good = false;
    if (good)
        log_write(LOG_INFO, "wrote %s", path);
    else
        log_write(LOG_WARN, "WEFT_DUMP: %s: %s", path, strerror(errno));
}

void code_dump_text(const struct code_dump *dump, const char *name, const char *isa,
                    const struct jit_code *code)
{
    if (dump->ir && code->ir)
        write_text(dump, name, isa, ".ll", code->ir);
    if (dump->assembly && code->assembly)
        write_text(dump, name, isa, ".s", code->assembly);
}

/* Never through a link that somebody else put there. */
static FILE *open_map(void)
{
    char path[64];
    snprintf(path, sizeof(path), "/tmp/perf-%ld.map", (long)getpid());
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *stream = file < 0 ? NULL : fdopen(file, "a");
    if (!stream)
        log_write(LOG_WARN, "WEFT_PERF: %s: %s", path, strerror(errno));
    if (!stream && file >= 0)
        close(file);
    return stream;
}

void code_dump_mapped(const struct code_dump *dump, const char *name, const struct jit_code *code,
                      const void *address)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!dump->perf_map)
        return;
    pthread_mutex_lock(&lock);
    FILE *map = open_map();
    uintptr_t base = (uintptr_t)address;
    size_t first = code->line_count ? code->lines[0].offset : code->image_bytes;
    if (map && first)
        fprintf(map, "%" PRIxPTR " %zx weft_%.16s\n", base, first, name);
    for (size_t i = 0; map && i < code->line_count; i++) {
        size_t begin = code->lines[i].offset,
               end = i + 1 < code->line_count ? code->lines[i + 1].offset : code->image_bytes;
        if (end > begin)
            fprintf(map, "%" PRIxPTR " %zx weft_%.16s:%" PRIu32 "\n", base + begin, end - begin, name,
                    code->lines[i].instruction);
    }
    if (map)
        fclose(map);
    pthread_mutex_unlock(&lock);
}
