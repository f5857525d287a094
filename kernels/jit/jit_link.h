/*
 * An object file of LLVM's becomes an image: its sections laid out one behind the other, relative relocations
 * applied. Anything that would need an address or a symbol from outside is refused.
 */
#ifndef KERNELS_JIT_LINK_H
#define KERNELS_JIT_LINK_H

#include "jit.h"

/* Fills in image and entry, that of the function `name`, and the lines if there are any. */
enum diag_code jit_link(const uint8_t *object, size_t size, const char *name, struct jit_code *code,
                        struct diag *diag);

/* Writes into the object's section headers where its sections lie when the image is at the address; false when it is no
 * object or memory runs out. */
bool jit_link_place(uint8_t *object, size_t size, uint64_t address);

#endif
