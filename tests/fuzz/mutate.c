/*
 * Blind changes and changes of whole containers, see mutate.h; mutate_tokens.c knows the token stream.
 */
#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxbc.h"

uint64_t fuzz_random_next(struct fuzz_random *random)
{
    /* splitmix64 */
    uint64_t x = random->state += 0x9E3779B97F4A7C15;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

uint32_t fuzz_random_below(struct fuzz_random *random, uint32_t limit)
{
    return (uint32_t)((fuzz_random_next(random) >> 32) * limit >> 32);
}

uint32_t fuzz_random_word(struct fuzz_random *random, uint32_t near)
{
    static const uint32_t limits[] = {
        0,          1,          2,          3,          4,          5,          6,          7,
        8,          12,         14,         15,         16,         17,         31,         32,
        33,         63,         64,         65,         127,        128,        129,        255,
        256,        1023,       1024,       1025,       2047,       2048,       4095,       4096,
        4097,       32764,      32768,      0xFFFF,     0x10000,    0x00FFFFFF, 0x7FFFFFFF, 0x80000000,
        0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFC, 0xFFFFFFF0, 0x3FFFFFFF, 0x40000000, 0x3F800000, 0x7F800000,
        0xFF800000, 0x7FC00000, 0x7F800001, 0x00000001, 0x80000001, 0x4F000000, 0xCF000000, 0x4F800000,
        0x5F000000,
    };

    switch (fuzz_random_below(random, 8)) {
    case 0:
        return near + 1;
    case 1:
        return near - 1;
    case 2:
        return near ^ 1u << fuzz_random_below(random, 32);
    case 3:
        return (uint32_t)fuzz_random_next(random);
    case 4:
        return fuzz_random_below(random, 9);
    default:
        return limits[fuzz_random_below(random, sizeof(limits) / sizeof(*limits))];
    }
}

uint64_t fuzz_hash(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    uint64_t hash = 0xCBF29CE484222325;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001B3;
    return hash;
}

/* -------------------------------------------------------------------------------------------------------
 * mutants */

static void reserve(struct mutant *mutant, size_t size)
{
    if (size <= mutant->capacity)
        return;
    mutant->capacity = size + size / 2 + 64;
    mutant->bytes = realloc(mutant->bytes, mutant->capacity);
    if (!mutant->bytes) {
        fputs("fuzz: no memory\n", stderr);
        exit(2);
    }
}

void mutant_set(struct mutant *mutant, const void *bytes, size_t size)
{
    reserve(mutant, size + 1);
    memcpy(mutant->bytes, bytes, size);
    mutant->size = size;
}

void mutant_free(struct mutant *mutant)
{
    free(mutant->bytes);
    *mutant = (struct mutant){0};
}

void mutant_splice(struct mutant *mutant, size_t at, size_t removed, const void *bytes, size_t inserted)
{
    size_t rest = mutant->size - at - removed;

    reserve(mutant, mutant->size - removed + inserted + 1);
    memmove(mutant->bytes + at + inserted, mutant->bytes + at + removed, rest);
    if (bytes)
        memcpy(mutant->bytes + at, bytes, inserted);
    else
        memset(mutant->bytes + at, 0, inserted);
    mutant->size = at + inserted + rest;
}

static void change_word(uint8_t *at, struct fuzz_random *random)
{
    uint32_t word;

    memcpy(&word, at, sizeof(word));
    word = fuzz_random_word(random, word);
    memcpy(at, &word, sizeof(word));
}

static void copy_block(uint8_t *bytes, size_t size, struct fuzz_random *random)
{
    size_t length = 1 + fuzz_random_below(random, size < 64 ? (uint32_t)size : 64);
    size_t from = fuzz_random_below(random, (uint32_t)(size - length + 1));
    size_t to = fuzz_random_below(random, (uint32_t)(size - length + 1));

    memmove(bytes + to, bytes + from, length);
}

void mutate_blind(struct mutant *mutant, struct fuzz_random *random, size_t first, size_t size)
{
    uint8_t *bytes = mutant->bytes + first;
    uint32_t at;

    if (!size)
        return;
    at = fuzz_random_below(random, (uint32_t)size);
    switch (fuzz_random_below(random, size >= 4 ? 6 : 2)) {
    case 0:
        bytes[at] ^= (uint8_t)(1 << fuzz_random_below(random, 8));
        break;
    case 1:
        bytes[at] = (uint8_t)fuzz_random_next(random);
        break;
    case 2:
        copy_block(bytes, size, random);
        break;
    default:
        change_word(bytes + fuzz_random_below(random, (uint32_t)(size / 4)) * 4, random);
        break;
    }
}

/* ----------------------------------------------------------------------------------------------------
 * containers */

void mutant_fix_checksum(struct mutant *mutant)
{
    if (mutant->size >= 20)
        dxbc_checksum(mutant->bytes, mutant->size, mutant->bytes + 4);
}

void mutate_container(struct mutant *mutant, struct fuzz_random *random)
{
    bool inside = fuzz_random_below(random, 2);
    uint32_t changes = 1 + fuzz_random_below(random, 4);

    for (uint32_t i = 0; i < changes; i++) {
        size_t offset = 0, size = mutant->size;
        bool found = inside && mutant_find_tokens(mutant, &offset, &size);

        if (found && fuzz_random_below(random, 4))
            mutate_tokens(mutant, random);
        else
            mutate_blind(mutant, random, offset, size);
    }
    mutant_fix_checksum(mutant);
}

/* ----------------------------------------------------------------------------------------------------------
 * cuts */

static uint32_t get(const struct mutant *mutant, size_t at)
{
    uint32_t word;

    memcpy(&word, mutant->bytes + at, sizeof(word));
    return word;
}

static void put(struct mutant *mutant, size_t at, uint32_t word)
{
    memcpy(mutant->bytes + at, &word, sizeof(word));
}

/* Keeps the first `kept` bytes of the chunk whose header is at `at`. */
static void cut_chunk(struct mutant *mutant, size_t at, uint32_t kept)
{
    uint32_t size = get(mutant, at + 4), removed = size - kept;
    size_t tokens, tokens_size;
    bool program = mutant_find_tokens(mutant, &tokens, &tokens_size) && tokens == at + 8;

    for (uint32_t i = 0; i < get(mutant, 28) && 36 + 4 * (size_t)i <= mutant->size; i++) {
        uint32_t start = get(mutant, 32 + 4 * (size_t)i);
        if (start > at)
            put(mutant, 32 + 4 * (size_t)i, start - removed);
    }
    mutant_splice(mutant, at + 8 + kept, removed, NULL, 0);
    put(mutant, at + 4, kept);
    if (program && kept >= 8)
        put(mutant, at + 12, kept / 4);
}

bool cut_container(struct mutant *mutant, unsigned long number)
{
    uint32_t chunks = mutant->size >= 32 ? get(mutant, 28) : 0;
    unsigned long before = 0;

    if (number < mutant->size) {
        mutant->size = number;
        if (number >= 28)
            put(mutant, 24, (uint32_t)number);
        mutant_fix_checksum(mutant);
        return true;
    }
    number -= mutant->size;
    for (uint32_t i = 0; i < chunks && 36 + 4 * (size_t)i <= mutant->size; i++) {
        size_t at = get(mutant, 32 + 4 * (size_t)i);
        uint32_t size = at + 8 <= mutant->size ? get(mutant, at + 4) : 0;

        if (at + 8 + size > mutant->size)
            return false; /* no valid container */
        if (number < before + size) {
            cut_chunk(mutant, at, (uint32_t)(number - before));
            put(mutant, 24, (uint32_t)mutant->size);
            mutant_fix_checksum(mutant);
            return true;
        }
        before += size;
    }
    return false;
}
