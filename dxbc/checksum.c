/*
 * The container's digest: MD5's compression function with a padding of its own.
 *
 * The length in bits stands before the tail instead of after it, only 32 bits of it, and a second word
 * derived from it ends the last block:
 *
 *   tail < 56 bytes:   | bits | tail | 0x80 | 0 ... 0 | bits2 |
 *   tail >= 56 bytes:  | tail | 0x80 | 0 ... 0 |   then   | bits | 0 ... 0 | bits2 |
 */
#include <string.h>

#include "dxbc.h"
#include "token_reader.h"

enum { DIGEST_START = 20, BLOCK = 64 };

static const uint8_t shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* floor(2^32 * |sin(i + 1)|) */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static uint32_t rotate_left(uint32_t value, unsigned count)
{
    return value << count | value >> (32 - count);
}

static void put_u32(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        p[i] = (uint8_t)(value >> (8 * i));
}

static void compress(uint32_t state[4], const uint8_t block[BLOCK])
{
    uint32_t words[16];
    const struct byte_view view = {block, BLOCK};
    for (size_t i = 0; i < 16; ++i)
        words[i] = view_word(&view, 4 * i);

    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 64; ++i) {
        uint32_t f;
        unsigned word;
        switch (i / 16) {
        case 0:
            f = (b & c) | (~b & d);
            word = i;
            break;
        case 1:
            f = (d & b) | (~d & c);
            word = (5 * i + 1) % 16;
            break;
        case 2:
            f = b ^ c ^ d;
            word = (3 * i + 5) % 16;
            break;
        default:
            f = c ^ (b | ~d);
            word = 7 * i % 16;
            break;
        }
        const uint32_t next = b + rotate_left(a + f + sines[i] + words[word], shifts[i / 16][i % 4]);
        a = d;
        d = c;
        c = b;
        b = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void dxbc_checksum(const void *bytes, size_t size, uint8_t digest[16])
{
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    const uint8_t *data = (const uint8_t *)bytes + DIGEST_START;
    size_t left = size > DIGEST_START ? size - DIGEST_START : 0;
    const uint32_t bits = (uint32_t)(left * 8);
    const uint32_t bits2 = bits >> 2 | 1;

    for (; left >= BLOCK; data += BLOCK, left -= BLOCK)
        compress(state, data);

    uint8_t block[BLOCK] = {0};
    if (left < 56) {
        put_u32(block, bits);
        if (left)
            memcpy(block + 4, data, left);
        block[4 + left] = 0x80;
    } else {
        memcpy(block, data, left);
        block[left] = 0x80;
        compress(state, block);
        memset(block, 0, sizeof(block));
        put_u32(block, bits);
    }
    put_u32(block + 60, bits2);
    compress(state, block);
    for (int i = 0; i < 4; ++i)
        put_u32(digest + 4 * i, state[i]);
}
