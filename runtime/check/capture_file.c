/*
 * Writes the data files of captured dispatches.
 */
#include "capture_file.h"

#include <stdio.h>
#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "texel.h"

bool capture_write_bytes(const char *path, const void *bytes, uint64_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool ok = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && ok;
}

/* ---- DDS ---- */

enum { WORDS = 37, MAGIC = 0x20534444, HEADER_BYTES = 124, PIXEL_BYTES = 32, DX10 = 0x30315844 };
enum { HAS_BASICS = 0x1007, HAS_MIPS = 0x20000, HAS_DEPTH = 0x800000, HAS_PITCH = 0x8, HAS_LETTERS = 0x4 };
enum {
    CAPS_TEXTURE = 0x1000,
    CAPS_MANY = 0x400008,
    CAPS_CUBE = 0xFE00,
    CAPS_VOLUME = 0x200000,
    MISC_CUBE = 4
};

static bool is_cube(const struct kernel_view *view)
{
    return view->dimension == DXBC_DIM_TEXTURECUBE || view->dimension == DXBC_DIM_TEXTURECUBEARRAY;
}

static uint32_t slices_of(const struct kernel_view *view)
{
    return is_cube(view) || texel_has_slices(view->dimension) ? view->slice_count : 1;
}

static void make_header(const struct kernel_view *view, uint32_t h[WORDS])
{
    const struct kernel_mip *mip = &view->mips[0];
    bool flat = view->dimension == DXBC_DIM_TEXTURE1D || view->dimension == DXBC_DIM_TEXTURE1DARRAY;
    bool volume = view->dimension == DXBC_DIM_TEXTURE3D, cube = is_cube(view);
    uint32_t slices = slices_of(view);
    memset(h, 0, WORDS * sizeof(*h));
    h[0] = MAGIC;
    h[1] = HEADER_BYTES;
    h[2] = HAS_BASICS | HAS_PITCH | (view->mip_count > 1 ? HAS_MIPS : 0) | (volume ? HAS_DEPTH : 0);
    h[3] = mip->height;
    h[4] = mip->width;
    h[5] = (uint32_t)format_row_bytes(view->format, mip->width);
    h[6] = volume ? mip->depth : 0;
    h[7] = view->mip_count;
    h[19] = PIXEL_BYTES;
    h[20] = HAS_LETTERS;
    h[21] = DX10;
    h[27] = CAPS_TEXTURE | (view->mip_count > 1 || slices > 1 ? CAPS_MANY : 0);
    h[28] = cube ? CAPS_CUBE : volume ? CAPS_VOLUME : 0;
    h[32] = view->format->number;
    h[33] = flat ? 2 : volume ? 4 : 3;
    h[34] = cube ? MISC_CUBE : 0;
    h[35] = cube ? slices / 6 : slices;
}

bool capture_write_texture(const char *path, const struct kernel_view *view)
{
    uint32_t header[WORDS];
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    make_header(view, header);
    bool ok = fwrite(header, sizeof(header), 1, file) == 1;
    for (uint32_t slice = 0; slice < slices_of(view); slice++)
        for (uint32_t m = 0; m < view->mip_count; m++) {
            const struct kernel_mip *mip = &view->mips[m];
            const uint8_t *at = view->data + slice * view->array_pitch + mip->offset;
            uint64_t bytes = format_row_bytes(view->format, mip->width);
            uint64_t rows = format_rows(view->format, mip->height);
            for (uint32_t z = 0; z < mip->depth; z++)
                for (uint64_t y = 0; ok && y < rows; y++)
                    ok = fwrite(at + z * mip->depth_pitch + y * mip->row_pitch, 1, bytes, file) == bytes;
        }
    return fclose(file) == 0 && ok;
}
