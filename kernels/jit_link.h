/*
 * An object file of LLVM's becomes an image: its sections laid out one behind the other, relative relocations
 * applied. Anything that would need an address or a symbol from outside is refused.
 */
#ifndef KERNELS_JIT_LINK_H
#define KERNELS_JIT_LINK_H

#include "jit.h"

/* Fills in image and entry: that of the function `name`. */
enum diag_code jit_link(const uint8_t *object, size_t size, const char *name, struct jit_code *code,
                        struct diag *diag);

#endif
