/* Input made to cost time, memory or stack: it is refused, or it costs in proportion to its size. */
#include "dxbc_cases.h"

#include <time.h>

#include "assembler.h"

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* head, then `line` count times (%u: the number), then tail; the caller frees. */
static char *repeat(const char *head, const char *line, uint32_t count, const char *tail, size_t *size)
{
    const size_t room = strlen(head) + strlen(tail) + (size_t)count * (strlen(line) + 10) + 1;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, "%s", head);
    for (uint32_t i = 0; i < count; ++i)
        used += (size_t)snprintf(text + used, room - used, line, i, i + 1);
    *size = used + (size_t)sprintf(text + used, "%s", tail);
    return text;
}

#define HEAD "cs_5_0\ndcl_temps 4\ndcl_thread_group 1, 1, 1\n"

/* Assembles, loads, checks, prints; returns the code of loading. */
static enum diag_code process(const char *text, size_t size, const char *reason)
{
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    struct dxbc_shader *shader;
    struct dxbc_report report;
    struct diag diag = {0};
    if (dxbc_assemble(text, size, &assembly, &error) != DIAG_OK)
        fail_msg("line %u: %s", error.line, error.text);
    const enum diag_code code = dxbc_load(assembly.bytes, assembly.size, 0, &shader, &diag);
    if (code == DIAG_OK) {
        char *listing = NULL;
        size_t listing_size;
        FILE *out = open_memstream(&listing, &listing_size);
        assert_non_null(out);
        assert_int_equal(dxbc_print(shader, DXBC_PRINT_HEADER, out), DIAG_OK);
        fclose(out);
        free(listing);
    }
    if (reason && !strstr(diag.text, reason))
        fail_msg("expected \"%s\", got \"%s\"", reason, diag.text);
    dxbc_free(shader);
    assert_int_equal(dxbc_check(assembly.bytes, assembly.size, &report), DIAG_OK);
    dxbc_report_free(&report);
    dxbc_assembly_free(&assembly);
    return code;
}

/* Ten times the size takes about ten times as long. */
static void expect_linear(const char *head, const char *line, const char *tail, uint32_t count)
{
    double times[2];
    for (unsigned i = 0; i < 2; ++i) {
        size_t size;
        char *text = repeat(head, line, i ? 10 * count : count, tail, &size);
        const double start = seconds();
        assert_int_equal(process(text, size, NULL), DIAG_OK);
        times[i] = seconds() - start;
        free(text);
    }
    if (times[1] > 40 * times[0] + 0.5)
        fail_msg("%s: %g s, ten times as much %g s", line, times[0], times[1]);
}

static void long_programs(void **state)
{
    (void)state;
    expect_linear(HEAD, "mov r0.x, r1.x\n", "ret\n", 10000);
    expect_linear(HEAD, "if_nz r0.x\nadd r0.x, r0.x, l(%u)\nelse\nendif\n", "ret\n", 5000);
    expect_linear(HEAD "switch r0.x\n", "case l(%u)\nbreak\n", "endswitch\nret\n", 5000);
    expect_linear("// Resource Bindings:\n" HEAD, "// comment %u\n", "ret\n", 10000);
}

/* A chain of calls as long as there are labels. */
static void long_chains(void **state)
{
    (void)state;
    enum { LABELS = 60000 }; /* of 65536 */
    size_t size;
    char tail[40];
    snprintf(tail, sizeof(tail), "label label%u\nret\n", LABELS);
    char *text = repeat(HEAD "call label0\nret\n", "label label%u\ncall label%u\nret\n", LABELS, tail, &size);
    process(text, size, NULL); /* refused or not: it ends */
    free(text);
}

static void nesting(void **state)
{
    (void)state;
    size_t size;
    for (unsigned i = 0; i < 3; ++i) {
        static const char *const opens[] = {"if_nz r0.x\n", "loop\n", "switch r0.x\ncase l(1)\n"};
        char *text = repeat(HEAD, opens[i], 100000, "ret\n", &size);
        assert_int_equal(process(text, size, "64 levels deep"), DIAG_FLOW);
        free(text);
    }
    char *text = repeat(HEAD "mov r0.x, x0[", "x0[", 100000, "r0.x\nret\n", &size);
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    assert_int_equal(dxbc_assemble(text, size, &assembly, &error), DIAG_TEXT);
    free(text);
}

static void declared_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *line, *reason;
    } cases[] = {
        {"dcl_indexableTemp x0[2147483648], 4\n", "more than 4096"},
        {"dcl_indexableTemp x4294967295[1], 4\n", "more than 4096"},
        {"dcl_tgsm_raw g0, 4294967292\n", "shared memory"},
        {"dcl_tgsm_structured g0, 4, 4294967295\n", "shared memory"},
        {"dcl_tgsm_raw g4294967295, 4\n", "outside"},
        {"dcl_resource_structured t0, 4294967292\n", "stride"},
        {"dcl_constantbuffer cb0[4294967295], immediateIndexed\n", "4096"},
        {"dcl_constantbuffer cb4294967295[1], immediateIndexed\n", "outside"},
        {"dcl_uav_raw u4294967295\n", "outside"},
        {"dcl_sampler s4294967295, mode_default\n", "outside"},
    };
    for (size_t i = 0; i < COUNT(cases); ++i) {
        char text[200];
        const int size =
            snprintf(text, sizeof(text), "cs_5_0\n%sdcl_thread_group 1, 1, 1\nret\n", cases[i].line);
        assert_int_not_equal(process(text, (size_t)size, cases[i].reason), DIAG_OK);
    }
    static const char wide[] = "cs_5_0\ndcl_thread_group 65536, 65536, 1\nret\n";
    assert_int_equal(process(wide, strlen(wide), "threads"), DIAG_LIMIT);
    static const char temps[] = "cs_5_0\ndcl_temps 4294967295\ndcl_thread_group 1, 1, 1\nret\n";
    assert_int_equal(process(temps, strlen(temps), "4096"), DIAG_LIMIT);
}

/* Containers whose table of chunks lies. */
static void chunk_tables(void **state)
{
    (void)state;
    static const struct {
        uint32_t word, value;
        enum diag_code code;
    } changes[] = {
        {28, UINT32_MAX, DIAG_CONTAINER_CHUNK}, {28, 1 << 20, DIAG_CONTAINER_CHUNK},
        {32, UINT32_MAX, DIAG_CONTAINER_CHUNK}, {32, 0, DIAG_CONTAINER_CHUNK},
        {24, UINT32_MAX, DIAG_CONTAINER_SIZE},  {24, 31, DIAG_CONTAINER_SIZE},
    };
    for (size_t i = 0; i < COUNT(changes); ++i) {
        size_t size;
        uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
        set_word_at(bytes, changes[i].word, changes[i].value);
        fix_checksum(bytes, size);
        expect_refused(bytes, size, changes[i].code, "");
    }
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    set_word_at(bytes, word_at(bytes, 32) + 4, UINT32_MAX); /* the first chunk says that it has 4 GiB */
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_CONTAINER_CHUNK, "the container ends earlier");
}

/* Half a million chunks that are all the same one, in a container of 2 MB. */
static void chunks_over_chunks(void **state)
{
    (void)state;
    enum { CHUNKS = 500000, TABLE = 32 };
    const uint32_t at = TABLE + 4 * CHUNKS, size = at + 16;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    memcpy(bytes, "DXBC", 4);
    set_word_at(bytes, 20, 1);
    set_word_at(bytes, 24, size);
    set_word_at(bytes, 28, CHUNKS);
    for (uint32_t i = 0; i < CHUNKS; ++i)
        set_word_at(bytes, TABLE + 4 * i, at);
    memcpy(bytes + at, "ISGN", 4);
    set_word_at(bytes, at + 4, 8);
    set_word_at(bytes, at + 12, 8);
    fix_checksum(bytes, size);
    const double start = seconds();
    expect_refused(bytes, size, DIAG_CONTAINER_NO_PROGRAM, "no program");
    assert_true(seconds() - start < 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_programs), cmocka_unit_test(long_chains),
        cmocka_unit_test(nesting),       cmocka_unit_test(declared_sizes),
        cmocka_unit_test(chunk_tables),  cmocka_unit_test(chunks_over_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
