/*
 * Buffers of a pipeline as PNG pictures, and back.
 *
 * The width and height are those of the buffer's OutputProps; the first mip and depth slice is the picture.
 * What a texel is follows from the buffer's format and channels (1 to 4: grey, grey and alpha, RGB, RGBA):
 *   Hex8                 8 bits a channel as they stand
 *   Hex16, UInt16        16 bits a channel as they stand
 *   Float16/32/64        0..1 to 16 bits a channel, clamped, rounded to nearest; NaN is 0
 *   Hex32/UInt32/Int32   one channel: R8G8B8A8, red in the lowest byte
 * A structure stride counts as that many bytes of channels. Of textures from DDS files the first mip of the first slice
 * is written, 16 bits a channel; sRGB formats keep their codes.
 */
#ifndef CLI_IMAGE_H
#define CLI_IMAGE_H

#include "pipeline.h"

/* "FILE.png" */
bool image_is_png(const char *path);

bool image_write_png(const char *path, const struct pipeline_buffer *buffer, struct cli_error *error);
/* Fills the first mip of the buffer; the picture must have its width and height. Grey pictures fill all
 * colour channels, missing alpha is 1. */
bool image_read_png(const char *path, struct pipeline_buffer *buffer, struct cli_error *error);

#endif
