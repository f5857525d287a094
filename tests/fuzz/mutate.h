/*
 * Changes to valid inputs, for every fuzz target here: blind ones, ones to texts, and ones that know the
 * token stream of a DXBC container and keep most of it sound, so that the change gets past the validator.
 *
 * Everything follows from the state of struct fuzz_random: the same seed makes the same mutants on every
 * machine. The token walker is independent of dxbc/ on purpose; of it only the opcode table and the checksum
 * are used.
 */
#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuzz_random {
    uint64_t state;
};

uint64_t fuzz_random_next(struct fuzz_random *random);
/* 0 .. limit - 1; limit is not 0. */
uint32_t fuzz_random_below(struct fuzz_random *random, uint32_t limit);
/* Small numbers, powers of two and their neighbours, limits, odd floats, neighbours of `near`, or anything.
 */
uint32_t fuzz_random_word(struct fuzz_random *random, uint32_t near);
/* A seed that depends on every byte. */
uint64_t fuzz_hash(const void *bytes, size_t size);

/* An input being changed; bytes are malloc'ed. Running out of memory ends the program. */
struct mutant {
    uint8_t *bytes;
    size_t size, capacity;
};

void mutant_set(struct mutant *mutant, const void *bytes, size_t size);
void mutant_free(struct mutant *mutant);
/* Replaces `removed` bytes at `at` by `inserted` bytes, zero if `bytes` is NULL. */
void mutant_splice(struct mutant *mutant, size_t at, size_t removed, const void *bytes, size_t inserted);

/* One blind change between first and first + size: bits, bytes, 32-bit words, blocks copied over others. */
void mutate_blind(struct mutant *mutant, struct fuzz_random *random, size_t first, size_t size);

/* One change to a text: a word, a number or a line. */
void mutate_text(struct mutant *mutant, struct fuzz_random *random);

/* The data of SHEX or SHDR; false when there is none that lies inside the file. */
bool mutant_find_tokens(const struct mutant *mutant, size_t *offset, size_t *size);
/* One change to one instruction of the token stream; lengths and offsets are kept right. */
void mutate_tokens(struct mutant *mutant, struct fuzz_random *random);
void mutant_fix_checksum(struct mutant *mutant);

/* A few changes, for every second seed all of them within SHEX, half of those by mutate_tokens; then the
 * checksum is made right again. */
void mutate_container(struct mutant *mutant, struct fuzz_random *random);
/* The number-th of all ways to cut bytes off the end of the file or of one chunk, with every length, offset
 * and the checksum made right again; false when there are no more. */
bool cut_container(struct mutant *mutant, unsigned long number);

#endif
