/*
 * Bindings made up for a shader: something in every slot that it declares and in a few that it does not.
 *
 * Within the promises of kernels/bindings.h everything goes: odd sizes, empty slots, views of another kind,
 * stride or dimension than declared, all formats, mips, arrays, samples, missing counters, wild class
 * instances. Every piece of memory is a block of its own of exactly the size needed, so that AddressSanitizer
 * sees each byte outside.
 */
#ifndef TESTS_FUZZ_FABRICATE_H
#define TESTS_FUZZ_FABRICATE_H

#include "kernel.h"
#include "mutate.h"

enum { FABRICATED_BLOCKS = 2048 };

struct fabricated {
    struct bindings bindings;
    uint32_t block_count;
    struct {
        void *bytes;
        size_t size;
    } blocks[FABRICATED_BLOCKS];
};

/* The same program and seed give the same bindings and contents. */
void fabricate(struct fabricated *f, const struct dxbc_program *program, uint64_t seed);
/* Of the contents of all blocks. */
uint64_t fabricated_hash(const struct fabricated *f);
void fabricated_free(struct fabricated *f);

#endif
