/*
 * Streams of an MSF container:
 *
 *   superblock: "Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0" | block bytes | free block map | blocks |
 * directory bytes | 0 | block with the numbers of the directory's blocks directory:  number of streams |
 * bytes of each, ~0 for none | numbers of each one's blocks
 *
 * What is gathered stays within a constant factor of the container.
 */
#include "msf.h"

enum {
    MAGIC_BYTES = 32,
    SUPERBLOCK_BYTES = MAGIC_BYTES + 24,
    LEAST_BLOCK = 512,
    MOST_BLOCK = 65536,
    BUDGET_FACTOR = 4,
};
#define NO_STREAM UINT32_MAX

static uint32_t block_count(const struct msf *msf, uint32_t size)
{
    return (uint32_t)(((uint64_t)size + msf->block_bytes - 1) / msf->block_bytes);
}

/* size bytes from the blocks whose numbers stand at an offset of a view. */
static bool gather(struct msf *msf, const struct byte_view *numbers, uint64_t at, uint32_t size,
                   struct dxbc_arena *arena, struct byte_view *out)
{
    const uint32_t count = block_count(msf, size);
    if (!view_holds(numbers, at, 4 * (uint64_t)count) || size > msf->budget)
        return false;
    uint8_t *bytes = dxbc_arena_alloc(arena, size, 1);
    if (!bytes) {
        msf->no_memory = true;
        return false;
    }
    msf->budget -= size;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t done = i * msf->block_bytes, left = size - done;
        const uint32_t part = left < msf->block_bytes ? left : msf->block_bytes;
        const uint64_t start = (uint64_t)view_word(numbers, at + 4 * (uint64_t)i) * msf->block_bytes;
        if (!view_holds(&msf->file, start, part))
            return false;
        memcpy(bytes + done, msf->file.bytes + start, part);
    }
    *out = (struct byte_view){bytes, size};
    return true;
}

bool msf_open(struct msf *msf, struct byte_view file, struct dxbc_arena *arena)
{
    static const char magic[MAGIC_BYTES] = "Microsoft C/C++ MSF 7.00\r\n\x1a"
                                           "DS";
    *msf = (struct msf){.file = file, .budget = BUDGET_FACTOR * (uint64_t)file.size};
    if (!view_holds(&file, 0, SUPERBLOCK_BYTES) || memcmp(file.bytes, magic, MAGIC_BYTES))
        return false;
    msf->block_bytes = view_word(&file, MAGIC_BYTES);
    const bool power = !(msf->block_bytes & (msf->block_bytes - 1));
    if (!power || msf->block_bytes < LEAST_BLOCK || msf->block_bytes > MOST_BLOCK)
        return false;
    const uint64_t map = (uint64_t)view_word(&file, MAGIC_BYTES + 20) * msf->block_bytes;
    if (!gather(msf, &file, map, view_word(&file, MAGIC_BYTES + 12), arena, &msf->directory) ||
        !view_u32(&msf->directory, 0, &msf->stream_count))
        return false;
    return view_holds(&msf->directory, 4, 4 * (uint64_t)msf->stream_count);
}

bool msf_stream(struct msf *msf, uint32_t number, struct dxbc_arena *arena, struct byte_view *out)
{
    uint64_t blocks = 4 + 4 * (uint64_t)msf->stream_count;
    if (number >= msf->stream_count)
        return false;
    for (uint32_t i = 0; i < number; ++i) {
        const uint32_t size = view_word(&msf->directory, 4 + 4 * (uint64_t)i);
        blocks += size == NO_STREAM ? 0 : 4 * (uint64_t)block_count(msf, size);
    }
    const uint32_t size = view_word(&msf->directory, 4 + 4 * (uint64_t)number);
    return size != NO_STREAM && gather(msf, &msf->directory, blocks, size, arena, out);
}
