/*
 * Recording and formatting of diagnostics. The first error wins: later ones are usually its echo.
 */
#include "diag.h"

#include <stdarg.h>
#include <stdio.h>

enum diag_code diag_set(struct diag *diag, enum diag_code code, size_t offset, uint32_t instruction,
                        const char *format, ...)
{
    if (!diag || diag->code != DIAG_OK)
        return code;
    diag->code = code;
    diag->offset = offset;
    diag->instruction = instruction;
    va_list args;
    va_start(args, format);
    vsnprintf(diag->text, sizeof(diag->text), format, args);
    va_end(args);
    return code;
}

const char *diag_format(const struct diag *diag, char *buffer, size_t size)
{
    if (diag->instruction == DIAG_NO_INSTRUCTION)
        snprintf(buffer, size, "offset 0x%zx: %s", diag->offset, diag->text);
    else
        snprintf(buffer, size, "offset 0x%zx, instruction %u: %s", diag->offset, diag->instruction,
                 diag->text);
    return buffer;
}
