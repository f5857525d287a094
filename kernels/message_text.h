/*
 * The text of printf and errorf: the shader's text with its operands, formatted here and never by the C
 * library's printf on the shader's own format string. Formatting wants the usual floating-point mode:
 * denormals are printed.
 */
#ifndef KERNELS_MESSAGE_TEXT_H
#define KERNELS_MESSAGE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "dxbc.h"

/* Operands beyond these count as missing: no sensible text asks for more. */
enum { MESSAGE_OPERANDS = 64, MESSAGE_BYTES = 4096 };

struct message_text {
    char bytes[MESSAGE_BYTES];
    size_t used;
};

/* The text for one lane's operands, without newlines at its end; texts that do not fit are cut. */
const char *message_format(struct message_text *text, const struct dxbc_message *message,
                           const uint32_t *operands, uint32_t count);

#endif
