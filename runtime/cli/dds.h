/*
 * DDS files: a header that says what texture it is, then its memory: slice after slice, each with its mips,
 * rows packed. All DXGI formats, through the header's DX10 part; on reading also the older ways to name a
 * format.
 */
#ifndef CLI_DDS_H
#define CLI_DDS_H

#include "cli.h"
#include "pipeline.h"

/* "FILE.dds" */
bool dds_is_path(const char *path);

/* Bytes of all slices and mips; 0 when the description is none of a texture or is too large. */
uint64_t dds_size_bytes(const struct pipeline_texture *texture);
/* A mip of every slice: its size in texels, and bytes of its rows and depth slices. */
struct dds_mip {
    uint32_t width, height, depth;
    uint64_t row_bytes, slice_bytes;
    uint32_t rows; /* of blocks */
};
struct dds_mip dds_mip_at(const struct pipeline_texture *texture, uint32_t mip);

/* What the bytes of a file hold: the description, and the first byte of the memory. Error texts name no file.
 */
bool dds_parse(const uint8_t *bytes, size_t size, struct pipeline_texture *texture, const uint8_t **data,
               struct cli_error *error);
/* data holds dds_size_bytes(texture). */
bool dds_write(const char *path, const struct pipeline_texture *texture, const uint8_t *data,
               struct cli_error *error);

#endif
