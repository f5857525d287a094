/*
 * Chunks to a container: the way back of container.c.
 */
#include <string.h>

#include "alloc.h"
#include "dxbc.h"

enum { HEADER_BYTES = 32, CHUNK_HEADER_BYTES = 8, DIGEST_OFFSET = 4 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words of tokens are written as they lie in memory");

static void put_u32(uint8_t *at, uint32_t value)
{
    memcpy(at, &value, sizeof(value));
}

uint8_t *dxbc_build(const struct dxbc_part *parts, uint32_t count, size_t *size)
{
    uint64_t total = HEADER_BYTES;
    for (uint32_t i = 0; i < count; ++i)
        total += 4 + CHUNK_HEADER_BYTES + (uint64_t)parts[i].size;
    uint8_t *bytes = total <= UINT32_MAX ? dxbc_alloc_bytes((size_t)total) : NULL;
    if (!bytes)
        return NULL;
    memcpy(bytes, "DXBC", 4);
    put_u32(bytes + 20, 1);
    put_u32(bytes + 24, (uint32_t)total);
    put_u32(bytes + 28, count);
    uint32_t offset = HEADER_BYTES + 4 * count;
    for (uint32_t i = 0; i < count; ++i) {
        put_u32(bytes + HEADER_BYTES + 4 * (size_t)i, offset);
        put_u32(bytes + offset, parts[i].fourcc);
        put_u32(bytes + offset + 4, parts[i].size);
        if (parts[i].size)
            memcpy(bytes + offset + CHUNK_HEADER_BYTES, parts[i].data, parts[i].size);
        offset += CHUNK_HEADER_BYTES + parts[i].size;
    }
    dxbc_checksum(bytes, (size_t)total, bytes + DIGEST_OFFSET);
    *size = (size_t)total;
    return bytes;
}
