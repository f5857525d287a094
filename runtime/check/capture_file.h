/*
 * Data files of captured dispatches: bytes as they are, textures as DDS (with the header's DX10 part, which
 * has all formats, dimensions, slices and mips).
 */
#ifndef RUNTIME_CAPTURE_FILE_H
#define RUNTIME_CAPTURE_FILE_H

#include <stdbool.h>

#include "bindings.h"

bool capture_write_bytes(const char *path, const void *bytes, uint64_t size);
/* All that the view shows, from its first mip and slice on. */
bool capture_write_texture(const char *path, const struct kernel_view *view);

#endif
