/*
 * The bounds rule by itself: words at the edges of windows, windows of views, elements of every size and
 * alignment.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "memory.h"

static void test_words(void **state)
{
    uint32_t words[4] = {10, 11, 12, 13};
    const struct memory_window window = {(uint8_t *)words, 12};

    assert_int_equal(memory_load(&window, 0), 10);
    assert_int_equal(memory_load(&window, 8), 12);
    assert_int_equal(memory_load(&window, 11), 12); /* the low bits are ignored */
    assert_int_equal(memory_load(&window, 12), 0);
    assert_int_equal(memory_load(&window, UINT32_MAX), 0);
    assert_int_equal(memory_load(&window, (uint64_t)UINT32_MAX + 1), 0);
    memory_store(&window, 12, 99);
    memory_store(&window, (uint64_t)UINT32_MAX + 1, 99);
    memory_store(&window, 6, 50);
    assert_int_equal(words[0], 10);
    assert_int_equal(words[1], 50);
    assert_int_equal(words[3], 13);
}

/* A window that ends inside a word does not hold that word. */
static void test_odd_sizes(void **state)
{
    uint32_t words[2] = {10, 11};
    const struct memory_window window = {(uint8_t *)words, 6};
    const struct memory_window nothing = {NULL, 0};

    assert_int_equal(memory_load(&window, 0), 10);
    assert_int_equal(memory_load(&window, 4), 0);
    assert_null(memory_word(&nothing, 0));
}

static void test_structures(void **state)
{
    uint8_t bytes[40];
    const struct kernel_view view = {.data = bytes, .stride = 12, .element_count = 3, .size_bytes = 36};
    const struct kernel_view cut = {.data = bytes, .stride = 12, .element_count = 3, .size_bytes = 35};

    assert_ptr_equal(memory_structure(&view, 2).data, bytes + 24);
    assert_int_equal(memory_structure(&view, 2).size_bytes, 12);
    assert_int_equal(memory_structure(&view, 3).size_bytes, 0);
    assert_int_equal(memory_structure(&view, UINT32_MAX).size_bytes, 0);
    assert_int_equal(memory_structure(&cut, 2).size_bytes, 0);
    assert_int_equal(memory_structure(&(struct kernel_view){0}, 0).size_bytes, 0);
    assert_int_equal(memory_shared_structure(bytes, 8, 4, 3).size_bytes, 8);
    assert_ptr_equal(memory_shared_structure(bytes, 8, 4, 3).data, bytes + 24);
    assert_int_equal(memory_shared_structure(bytes, 8, 4, 4).size_bytes, 0);
    assert_int_equal(memory_raw(&view).size_bytes, 36);
}

static void test_elements(void **state)
{
    _Alignas(16) uint8_t memory[64];
    uint8_t element[16], back[16];

    for (uint32_t size = 1; size <= 16; size++) {
        for (uint32_t shift = 0; shift < 8; shift++) {
            memset(memory, 0xEE, sizeof(memory));
            for (uint32_t i = 0; i < size; i++)
                element[i] = (uint8_t)(i + 1);
            memory_copy_out(memory + 16 + shift, element, size);
            memory_copy_in(back, memory + 16 + shift, size);
            assert_memory_equal(back, element, size);
            assert_int_equal(memory[15 + shift], 0xEE);
            assert_int_equal(memory[16 + shift + size], 0xEE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_odd_sizes),
        cmocka_unit_test(test_structures),
        cmocka_unit_test(test_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
