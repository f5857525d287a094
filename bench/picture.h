/*
 * A picture to work on, made up by integer arithmetic, so that it is the same on every machine: clouds of
 * three fineness, hard-edged discs and stripes, a light that changes from corner to corner, transparency in
 * places. A tile is made once and laid out mirrored, since the largest pictures have 50 million pixels.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdint.h>

enum { PICTURE_TILE = 256 };

static inline uint32_t picture_hash(uint32_t x, uint32_t y, uint32_t salt)
{
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ salt * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

/* Random values at the corners of cells of 2^shift pixels, smooth between them: 0 to 255. */
static inline uint32_t picture_cloud(uint32_t x, uint32_t y, uint32_t shift, uint32_t salt)
{
    uint32_t cx = x >> shift, cy = y >> shift;
    uint32_t fx = (x << 8 >> shift) & 255, fy = (y << 8 >> shift) & 255;
    fx = fx * fx * (768 - 2 * fx) >> 16; /* smooth step */
    fy = fy * fy * (768 - 2 * fy) >> 16;
    uint32_t top =
        (picture_hash(cx, cy, salt) & 255) * (256 - fx) + (picture_hash(cx + 1, cy, salt) & 255) * fx;
    uint32_t low =
        (picture_hash(cx, cy + 1, salt) & 255) * (256 - fx) + (picture_hash(cx + 1, cy + 1, salt) & 255) * fx;
    return (top * (256 - fy) + low * fy) >> 16;
}

static inline void picture_tile_pixel(uint8_t *rgba, uint32_t x, uint32_t y)
{
    for (uint32_t k = 0; k < 3; k++)
        rgba[k] = (uint8_t)((10 * picture_cloud(x, y, 6, k) + 4 * picture_cloud(x, y, 4, 8 + k) +
                             2 * picture_cloud(x, y, 1, 16)) /
                            16);
    rgba[3] = 255;
    int32_t dx = (int32_t)(x & 127) - 64, dy = (int32_t)(y & 127) - 64;
    uint32_t disc = picture_hash(x >> 7, y >> 7, 24);
    if (dx * dx + dy * dy < (int32_t)(16 + disc % 40) * (int32_t)(16 + disc % 40)) {
        rgba[disc >> 8 & 1] = (uint8_t)(255 - rgba[2]);
        rgba[3] = (uint8_t)(disc & 512 ? 255 : 64 + picture_cloud(x, y, 5, 25) / 2);
    }
    if (y % 96 < 12 && (x / 5 + y / 6) % 3 == 0)
        rgba[0] = rgba[1] = rgba[2] = 20;
}

/* rgba has width * height pixels of four bytes. */
static inline void picture_fill(uint8_t *rgba, uint32_t width, uint32_t height)
{
    static uint8_t tile[PICTURE_TILE][PICTURE_TILE][4];
    for (uint32_t y = 0; y < PICTURE_TILE; y++)
        for (uint32_t x = 0; x < PICTURE_TILE; x++)
            picture_tile_pixel(tile[y][x], x, y);
    for (uint32_t y = 0; y < height; y++) {
        uint32_t ty = y / PICTURE_TILE % 2 ? PICTURE_TILE - 1 - y % PICTURE_TILE : y % PICTURE_TILE;
        for (uint32_t x = 0; x < width; x++, rgba += 4) {
            uint32_t tx = x / PICTURE_TILE % 2 ? PICTURE_TILE - 1 - x % PICTURE_TILE : x % PICTURE_TILE;
            uint32_t light = 128 + 64 * x / width + 64 * y / height;
            for (uint32_t k = 0; k < 3; k++)
                rgba[k] = (uint8_t)(tile[ty][tx][k] * light >> 8);
            rgba[3] = tile[ty][tx][3];
        }
    }
}

#endif
