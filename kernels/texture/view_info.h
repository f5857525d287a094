/*
 * Queries: sizes of views, sample counts and positions. Everything about an empty slot is 0.
 *
 * type is the return type in the instruction token; result is what stands in x, y, z, w before swizzle and
 * mask, and has to be zero before the call.
 */
#ifndef KERNELS_VIEW_INFO_H
#define KERNELS_VIEW_INFO_H

#include <stdint.h>

#include "bindings.h"

void view_resource_info(const struct kernel_view *view, uint32_t mip, uint8_t type, uint32_t result[4]);
void view_buffer_info(const struct kernel_view *view, uint32_t result[4]);
void view_sample_info(const struct kernel_view *view, uint8_t type, uint32_t result[4]);
void view_sample_position(const struct kernel_view *view, uint32_t sample, uint32_t result[4]);

#endif
