/*
 * The other half of fuzz.h under libFuzzer: its main() runs the target, and its mutants are partly ours,
 * which know the input's form and keep its sums right.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { BLIND_SHARE = 4 }; /* one mutant in so many is libFuzzer's own */

void fuzz_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("fuzz: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

static void print_summary(void)
{
    fuzz_target.summary(stderr);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    atexit(print_summary);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct fuzz_random random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    struct mutant mutant = {0};
    size_t changed;

    fuzz_random_next(&random);
    if (size < 16 || fuzz_random_below(&random, BLIND_SHARE) == 0) {
        changed = LLVMFuzzerMutate(data, size, max_size);
        mutant_set(&mutant, data, changed);
        if (changed >= 32 && !memcmp(data, "DXBC", 4)) {
            const uint32_t total = (uint32_t)changed;
            memcpy(mutant.bytes + 24, &total, sizeof(total));
            mutant_fix_checksum(&mutant);
        }
    } else {
        mutant_set(&mutant, data, size);
        fuzz_target.mutate(&mutant, &random);
    }
    changed = mutant.size < max_size ? mutant.size : max_size;
    if (changed)
        memcpy(data, mutant.bytes, changed);
    mutant_free(&mutant);
    return changed;
}
