/*
 * What a fuzz target gives to driver.c: LLVMFuzzerTestOneInput() as libFuzzer wants it, and one record.
 *
 * A target tells of a broken promise with fuzz_fail(); crashes and sanitizer reports need nothing. Built with
 * -fsanitize=fuzzer a target runs without the driver.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdio.h>

#include "mutate.h"

struct fuzz_target {
    const char *name;
    /* Changes a valid input. */
    void (*mutate)(struct mutant *mutant, struct fuzz_random *random);
    /* Cuts a valid input short in its number-th way so that headers and checksums fit; false when there are
     * no more. NULL: the plain prefixes are all there is. */
    bool (*cut)(struct mutant *mutant, unsigned long number);
    /* What became of the inputs so far. */
    void (*summary)(FILE *out);
};

extern const struct fuzz_target fuzz_target;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints the reason and ends the program the way a crash does: the input is saved. */
void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
