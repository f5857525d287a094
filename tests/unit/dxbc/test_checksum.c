/* The digest, against the two worked examples of the format's description and a file of Microsoft's compiler.
 */
#include "dxbc_cases.h"

static const uint32_t example_a[28] = {
    0x43425844, 0x8ed20cb7, 0x5ae0ce30, 0x99e74559, 0xa5d09f34, 0x00000001, 0x00000070,
    0x00000003, 0x0000002c, 0x0000003c, 0x0000004c, 0x4e475349, 0x00000008, 0x00000000,
    0x00000008, 0x4e47534f, 0x00000008, 0x00000000, 0x00000008, 0x58454853, 0x0000001c,
    0x00050050, 0x00000007, 0x0400009b, 0x00000001, 0x00000001, 0x00000001, 0x0100003e,
};

static void short_tail(void **state)
{
    (void)state;
    static const uint8_t expected[16] = {0xb7, 0x0c, 0xd2, 0x8e, 0x30, 0xce, 0xe0, 0x5a,
                                         0x59, 0x45, 0xe7, 0x99, 0x34, 0x9f, 0xd0, 0xa5};
    uint8_t digest[16];
    dxbc_checksum(example_a, sizeof(example_a), digest);
    assert_memory_equal(digest, expected, 16);
    struct dxbc_shader *shader = load_bytes(example_a, sizeof(example_a));
    assert_int_equal(shader->program.thread_group[0], 1);
    dxbc_free(shader);
}

/* Eight nops before the ret make the tail 60 bytes long: two last blocks. */
static void long_tail(void **state)
{
    (void)state;
    static const uint8_t expected[16] = {0xef, 0x7c, 0xc1, 0xc5, 0x1b, 0x55, 0x2a, 0x89,
                                         0xef, 0x39, 0xbf, 0xe6, 0x12, 0xae, 0xb2, 0x8a};
    uint32_t words[36];
    memcpy(words, example_a, sizeof(example_a));
    words[6] = sizeof(words);
    words[20] = 0x3c;
    words[22] = 0x0f;
    for (int i = 27; i < 35; ++i)
        words[i] = 0x0100003a;
    words[35] = 0x0100003e;
    uint8_t digest[16];
    dxbc_checksum(words, sizeof(words), digest);
    assert_memory_equal(digest, expected, 16);
}

static void every_tail_of_a_file(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    uint8_t digest[16];
    dxbc_checksum(bytes, size, digest);
    assert_memory_equal(digest, bytes + 4, 16);
    uint8_t before[16] = {0};
    for (size_t cut = 0; cut < 64; ++cut) { /* each length has a digest of its own */
        dxbc_checksum(bytes, size - cut, digest);
        assert_memory_not_equal(digest, before, 16);
        memcpy(before, digest, 16);
    }
    free(bytes);
}

static void wrong_digest_is_refused(void **state)
{
    (void)state;
    uint32_t *words = malloc(sizeof(example_a));
    memcpy(words, example_a, sizeof(example_a));
    words[2] ^= 1;
    struct dxbc_shader *shader;
    assert_int_equal(dxbc_load(words, sizeof(example_a), DXBC_LOAD_IGNORE_CHECKSUM, &shader, NULL), DIAG_OK);
    dxbc_free(shader);
    expect_refused(words, sizeof(example_a), DIAG_CONTAINER_CHECKSUM, "checksum");
}

/* Microsoft's compiler gives programs with messages a digest of another kind. */
static void programs_with_messages_may_have_another(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_calls.dxbc", &size);
    uint8_t digest[16];
    dxbc_checksum(bytes, size, digest);
    assert_memory_not_equal(digest, bytes + 4, 16);
    dxbc_free(load_bytes(bytes, size));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_tail),
        cmocka_unit_test(long_tail),
        cmocka_unit_test(every_tail_of_a_file),
        cmocka_unit_test(wrong_digest_is_refused),
        cmocka_unit_test(programs_with_messages_may_have_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
