/*
 * Lines of a listing: where dxbc_print puts each instruction.
 */
#include <stdlib.h>
#include <string.h>

#include "dxbc.h"
#include "text_sink.h"

enum { CUSTOM_COMMENT = 0, CUSTOM_ICB = 3 };

static uint32_t newlines(const char *text, size_t size)
{
    uint32_t count = 0;
    for (size_t i = 0; i < size; ++i)
        count += text[i] == '\n';
    return count;
}

/* Lines before the one that names the target. */
static uint32_t header_lines(const struct dxbc_shader *shader)
{
    char *text = NULL;
    size_t size = 0;
    uint32_t count = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return 0;
    struct text_sink sink = {.file = file};
    dxbc_print_header(&sink, shader);
    if (fclose(file) == 0)
        count = newlines(text, size);
    free(text);
    return count;
}

/* Immediate constant buffers and comments take several. */
static uint32_t lines_of(const struct dxbc_instr *instr)
{
    if (dxbc_opcode_info(instr->opcode)->kind != DXBC_KIND_CUSTOM)
        return 1;
    switch (instr->token0 >> 11) {
    case CUSTOM_ICB:
        return instr->data_count >= 8 ? instr->data_count / 4 : 1;
    case CUSTOM_COMMENT: {
        const char *text = (const char *)instr->data;
        return 1 + newlines(text, strnlen(text, 4 * (size_t)instr->data_count));
    }
    default:
        return 1;
    }
}

uint32_t dxbc_listing_line(const struct dxbc_shader *shader, uint32_t index)
{
    uint32_t line = header_lines(shader) + 2;
    if (index >= shader->program.instr_count)
        return 0;
    for (uint32_t i = 0; i < index; ++i)
        line += lines_of(&shader->program.instrs[i]);
    return line;
}
