/*
 * Pictures made smaller: a mip from the next larger one, several samples to one.
 */
#ifndef KERNELS_REDUCE_H
#define KERNELS_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings.h"

struct format_info;

/* Can mips of this format be made? It is filtered and stored. */
bool reduce_can_filter(const struct format_info *format);
/* Fills mip `mip` (not the first) of a slice of a texture from the mip before it, through a linear filter at
 * the middle of each texel: the mean of 2, 4 or 8 texels where sizes are even. view: a texture whose
 * dimension has slices or is 3D, as every texture can be seen. */
void reduce_mip(const struct kernel_view *view, uint32_t mip, uint32_t slice);

/* One element that is the mean of `count` samples side by side, in linear space. */
void reduce_samples(const struct format_info *format, const uint8_t *samples, uint32_t count,
                    uint8_t *element);

#endif
