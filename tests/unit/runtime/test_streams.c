/*
 * Objects larger than the caches, which generated code writes past them: rows of threads that begin at lines and
 * between them, rows that are cut off, and nothing beside what is written.
 */
#include "../../support/executor_rig.h"

enum { THREADS = 4200003, WORDS = 4 * THREADS + 64, GROUPS_PER_ROW = 1000, UNTOUCHED = 0x5EED5EED };

static uint32_t word_of(uint32_t at, uint32_t first, uint32_t count)
{
    uint32_t i = (at - first) % count, k = (at - first) / count;
    return at < first || k >= 4 ? UNTOUCHED : i * 2654435761u + k;
}

static void check_words(const uint32_t *words, uint32_t first, uint32_t count, const char *where)
{
    for (uint32_t at = 0; at < WORDS; at++)
        if (words[at] != word_of(at, first, count))
            fail_msg("%s, first %u: word %u is %x, not %x", where, first, at, words[at], word_of(at, first, count));
}

static void check_quads(const uint32_t *quads, uint32_t count, const char *where)
{
    for (uint32_t i = 0; i < THREADS; i++) {
        const uint32_t want[4] = {i, ~i, i * i, i + 7}, none[4] = {0};
        if (memcmp(quads + 4 * i, i < count ? want : none, sizeof(want)) != 0)
            fail_msg("%s: quad %u is %x %x %x %x", where, i, quads[4 * i], quads[4 * i + 1], quads[4 * i + 2],
                     quads[4 * i + 3]);
    }
}

static void run(const struct rig *rig, uint32_t first, uint32_t count, uint32_t *bytes, const char *where)
{
    const uint32_t parameters[4] = {first, count, GROUPS_PER_ROW};
    const D3D11_BUFFER_DESC desc = {.ByteWidth = sizeof(parameters), .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    ID3D11Buffer *constants = rig_buffer(rig, &desc, parameters), *words, *quads;
    ID3D11ComputeShader *shader = rig_shader(rig, "streams");
    for (uint32_t i = 0; i < WORDS; i++)
        bytes[i] = UNTOUCHED;
    words = rig_raw(rig, 4 * WORDS, 0, bytes);
    quads = rig_structured(rig, 16 * THREADS, 16, D3D11_BIND_UNORDERED_ACCESS, NULL);
    ID3D11UnorderedAccessView *views[2] = {rig_raw_uav(rig, words, WORDS), rig_uav(rig, quads, NULL)};
    ID3D11DeviceContext_CSSetShader(rig->context, shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(rig->context, 0, 1, &constants);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(rig->context, 0, 2, views, NULL);
    ID3D11DeviceContext_Dispatch(rig->context, GROUPS_PER_ROW, THREADS / 64 / GROUPS_PER_ROW + 1, 1);
    ID3D11DeviceContext_ClearState(rig->context);
    rig_read(rig, words, bytes, 4 * WORDS);
    check_words(bytes, first, count, where);
    rig_read(rig, quads, bytes, 16 * THREADS);
    check_quads(bytes, count, where);
    ID3D11Buffer_Release(constants);
    ID3D11ComputeShader_Release(shader);
    for (int i = 0; i < 2; i++)
        ID3D11UnorderedAccessView_Release(views[i]);
    ID3D11Buffer_Release(words);
    ID3D11Buffer_Release(quads);
}

static void writes_each_word(void **state)
{
    uint32_t *bytes = malloc(4 * (size_t)WORDS);
    assert_non_null(bytes);
    for (unsigned number = 1; number < EXECUTOR_RIGS; number++) {
        struct rig rig;
        char where[32];
        if (strcmp(executor_rigs[number].executor, "jit") != 0 || !executor_rig_open(number, &rig, where))
            continue;
        run(&rig, 0, THREADS - THREADS % 64, bytes, where);
        run(&rig, 5, THREADS - 1, bytes, where);
        rig_close(&rig);
    }
    executor_rig_end();
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(writes_each_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
