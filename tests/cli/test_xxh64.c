/*
 * XXH64 against the values of the reference implementation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "xxh64.h"

/* The reference implementation's self-test input: bytes of a multiplicative generator. */
static void fill_sanity_buffer(uint8_t *buffer, size_t size)
{
    uint64_t generator = 2654435761u;
    for (size_t i = 0; i < size; i++) {
        buffer[i] = (uint8_t)(generator >> 56);
        generator *= 11400714785074694797u;
    }
}

static void hashes_match_the_reference(void **state)
{
    uint8_t buffer[222];
    (void)state;
    fill_sanity_buffer(buffer, sizeof buffer);
    assert_true(xxh64("", 0) == 0xef46db3751d8e999);
    assert_true(xxh64("a", 1) == 0xd24ec4f1a98c6e5b);
    assert_true(xxh64("abc", 3) == 0x44bc2cf5ad770999);
    assert_true(xxh64(buffer, 1) == 0xe934a84adb052768);
    assert_true(xxh64(buffer, 4) == 0x9136a0dca57457ee);
    assert_true(xxh64(buffer, 14) == 0x8282dcc4994e35c8);
    assert_true(xxh64(buffer, 222) == 0xb641ae8cb691c174);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hashes_match_the_reference)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
