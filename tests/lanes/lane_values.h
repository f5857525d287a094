/*
 * Operands for the check of the lane kernels: every kind of value that a number rule speaks of, picked at
 * random from a seed, and operands that belong together (sums that cancel, products at the edge of the
 * denormals).
 */
#ifndef LANE_VALUES_H
#define LANE_VALUES_H

#include <stddef.h>
#include <stdint.h>

uint64_t random_next(uint64_t *state);

/* Fills a row for an operand with this letter of lane_ops.def; for d, two rows. */
void fill_words(uint64_t *state, uint32_t *row, size_t count);
void fill_doubles(uint64_t *state, uint32_t *low, uint32_t *high, size_t count);

/* The nasty words in order, then again: a step of 1 in one operand and of NASTY_WORDS in the next makes all
 * pairs. */
extern const size_t nasty_word_count;
void fill_nasty_words(uint32_t *row, size_t count, size_t start, size_t repeat);

/* Changes b and c (NULL: there is none), floats, so that with a they are hard: a * b or a / b near the
 * smallest normal number, b near a, c near -a * b or tiny. */
void relate_floats(uint64_t *state, const uint32_t *a, uint32_t *b, uint32_t *c, size_t count);

#endif
