/* HLSL lines from debug information: those that Microsoft's listings print, the older chunk, and damage of
 * every kind. tests/golden/lines holds lines.hlsl, compiled with and without optimizations and debug
 * information. */
#include "alloc.h"
#include "dxbc_cases.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum { LINE_ROOM = 512 };

/* The next line that is no comment and not empty, without the comment and the blanks at its end. */
static bool next_line(FILE *file, char line[LINE_ROOM])
{
    while (fgets(line, LINE_ROOM, file)) {
        char *comment = strstr(line, "//");
        if (comment)
            *comment = 0;
        for (size_t end = strlen(line); end && strchr(" \r\n", line[end - 1]); end--)
            line[end - 1] = 0;
        if (*line)
            return true;
    }
    return false;
}

static void expect_listing(const char *name)
{
    char path[128], want[LINE_ROOM], got[LINE_ROOM];
    size_t size;
    unsigned lines = 0;
    snprintf(path, sizeof(path), "golden/lines/%s.dxbc", name);
    uint8_t *bytes = read_case(path, &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    snprintf(path, sizeof(path), "golden/lines/%s.dis", name);
    FILE *reference = fopen(path, "r"), *ours = tmpfile();
    assert_non_null(reference);
    assert_non_null(ours);
    assert_int_equal(dxbc_print(shader, DXBC_PRINT_LINES, ours), DIAG_OK);
    rewind(ours);
    while (next_line(reference, want)) {
        assert_true(next_line(ours, got));
        assert_string_equal(got, want);
        lines += !strncmp(want, "#line", 5);
    }
    assert_false(next_line(ours, got));
    assert_true(lines > 5);
    fclose(reference);
    fclose(ours);
    dxbc_free(shader);
    free(bytes);
}

static void as_microsoft_lists_them(void **state)
{
    (void)state;
    expect_listing("lines");
    expect_listing("lines_unoptimized");
}

/* Places of the instructions with a mnemonic, in order: "FILE:LINE PART_LINE:COLUMN". */
static void expect_places(const struct dxbc_shader *shader, const struct dxbc_lines *lines,
                          const char *mnemonic, const char *const *want)
{
    char text[256];
    for (uint32_t i = 0; i < shader->program.instr_count; i++) {
        if (strcmp(dxbc_opcode_info(shader->program.instrs[i].opcode)->mnemonic, mnemonic) != 0)
            continue;
        const struct dxbc_place *place = dxbc_lines_at(lines, i);
        snprintf(text, sizeof(text), "%s:%u %u:%u", place->file ? place->file : "", place->line,
                 place->part_line, place->part_column);
        assert_non_null(*want);
        assert_string_equal(text, *want++);
    }
    assert_null(*want);
}

static void parts_of_statements(void **state)
{
    (void)state;
    size_t size;
    struct dxbc_lines *lines;
    uint8_t *bytes = read_case("golden/lines/lines.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    assert_int_equal(dxbc_lines_read(shader, &lines, NULL), DIAG_OK);
    expect_places(shader, lines, "sqrt", (const char *[]){"Z:\\shaders\\lines.hlsl:25 26:21", NULL});
    expect_places(
        shader, lines, "iadd",
        (const char *[]){"Z:\\shaders\\lines.hlsl:9 9:40", "Z:\\shaders\\lines.hlsl:25 26:29", NULL});
    expect_places(shader, lines, "mul", (const char *[]){"another place.hlsl:102 102:12", NULL});
    assert_int_equal(dxbc_lines_at(lines, 0)->line, 0); /* a declaration */
    assert_int_equal(dxbc_lines_at(lines, UINT32_MAX)->line, 0);
    assert_int_equal(dxbc_lines_at(NULL, 0)->line, 0);
    dxbc_lines_free(lines);
    dxbc_free(shader);
    free(bytes);
}

/* ---- containers with another chunk ---- */

/* The shader with its debug information replaced; the caller frees. */
static uint8_t *with_chunk(const struct dxbc_shader *shader, uint32_t fourcc, const void *data, size_t bytes,
                           size_t *size)
{
    struct dxbc_part parts[16];
    uint32_t count = 0;
    for (uint32_t i = 0; i < shader->chunk_count; i++)
        if (shader->chunks[i].fourcc != FOURCC('S', 'P', 'D', 'B'))
            parts[count++] = (struct dxbc_part){shader->chunks[i].fourcc, shader->chunks[i].size,
                                                shader->bytes + shader->chunks[i].offset};
    if (fourcc)
        parts[count++] = (struct dxbc_part){fourcc, (uint32_t)bytes, data};
    uint8_t *container = dxbc_build(parts, count, size);
    assert_non_null(container);
    return container;
}

static const struct dxbc_chunk *debug_chunk(const struct dxbc_shader *shader)
{
    for (uint32_t i = 0; i < shader->chunk_count; i++)
        if (shader->chunks[i].fourcc == FOURCC('S', 'P', 'D', 'B'))
            return &shader->chunks[i];
    fail_msg("no debug information");
    return NULL;
}

/* What reading the lines gives with this chunk; strings are looked at, so that none ends outside. */
static enum diag_code read_with(const struct dxbc_shader *shader, uint32_t fourcc, const void *data,
                                size_t bytes)
{
    struct dxbc_lines *lines = NULL;
    struct diag diag;
    size_t size, length = 0;
    uint8_t *container = with_chunk(shader, fourcc, data, bytes, &size);
    struct dxbc_shader *changed = load_bytes(container, size);
    const enum diag_code code = dxbc_lines_read(changed, &lines, &diag);
    assert_int_equal(code, diag.code);
    assert_true(code == DIAG_OK || (code == DIAG_DEBUG_INFO && *diag.text && !lines));
    for (uint32_t i = 0; i < changed->program.instr_count; i++) {
        const struct dxbc_place *place = dxbc_lines_at(lines, i);
        length += place->file ? strlen(place->file) : 0;
        assert_true(!place->line || place->file);
    }
    assert_true(length <= (size_t)4096 * changed->program.instr_count);
    dxbc_lines_free(lines);
    dxbc_free(changed);
    free(container);
    return code;
}

static void none_without_the_chunk(void **state)
{
    (void)state;
    size_t size;
    struct dxbc_lines *lines = NULL;
    uint8_t *bytes = read_case("golden/lines/lines.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    uint8_t *container = with_chunk(shader, 0, NULL, 0, &size);
    struct dxbc_shader *bare = load_bytes(container, size);
    assert_int_equal(dxbc_lines_read(bare, &lines, NULL), DIAG_OK);
    assert_null(lines);
    dxbc_free(bare);
    dxbc_free(shader);
    free(container);
    free(bytes);
}

static void damaged_databases(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/lines/lines.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_chunk *chunk = debug_chunk(shader);
    uint8_t *data = malloc(chunk->size);
    unsigned refused = 0;
    assert_non_null(data);
    for (uint32_t cut = 0; cut < chunk->size; cut += 97)
        refused += read_with(shader, chunk->fourcc, shader->bytes + chunk->offset, cut) != DIAG_OK;
    assert_true(refused > chunk->size / 97 * 9 / 10); /* what is cut last may be free */
    refused = 0;
    for (uint32_t at = 0; at < chunk->size; at += 3) {
        memcpy(data, shader->bytes + chunk->offset, chunk->size);
        data[at] = (uint8_t)(at % 2 ? 0xff : data[at] ^ 1u << at % 8);
        refused += read_with(shader, chunk->fourcc, data, chunk->size) != DIAG_OK;
    }
    assert_true(refused > 20);
    free(data);
    dxbc_free(shader);
    free(bytes);
}

static void memory_runs_out(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/lines/lines.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    struct dxbc_lines *lines = NULL;
    long budget = 0;
    for (enum diag_code code = DIAG_NO_MEMORY; code != DIAG_OK; budget++) {
        dxbc_alloc_budget = budget;
        code = dxbc_lines_read(shader, &lines, NULL);
        dxbc_alloc_budget = -1;
        assert_true(code == DIAG_OK || (code == DIAG_NO_MEMORY && !lines));
    }
    assert_true(budget > 3);
    dxbc_lines_free(lines);
    dxbc_free(shader);
    free(bytes);
}

/* ---- SDBG ---- */

enum { SDBG_HEADER = 84, SDBG_INSTRUCTION = 396, SDBG_TOKEN = 20, SDBG_FILE = 16, SDBG_ROOM = 8192 };

static void put_word(uint8_t *at, uint32_t value)
{
    memcpy(at, &value, sizeof(value));
}

/* One file "old.hlsl"; instruction k is of line 10 + k, but for the second, which is of none. */
static size_t make_sdbg(uint8_t data[SDBG_ROOM], uint32_t count)
{
    const uint32_t files = 0, instructions = SDBG_FILE, tokens = instructions + count * SDBG_INSTRUCTION;
    const uint32_t strings = tokens + count * SDBG_TOKEN;
    uint8_t *body = data + SDBG_HEADER;
    memset(data, 0, SDBG_ROOM);
    put_word(data, SDBG_HEADER);
    put_word(data + 20, 1);
    put_word(data + 24, files);
    put_word(data + 28, count);
    put_word(data + 32, instructions);
    put_word(data + 52, count);
    put_word(data + 56, tokens);
    put_word(data + 80, strings);
    put_word(body + files + 4, 8);
    memcpy(body + strings, "old.hlslfloat4 main", 19);
    for (uint32_t i = 0; i < count; i++) {
        put_word(body + instructions + i * SDBG_INSTRUCTION + 372, i == 1 ? UINT32_MAX : i);
        put_word(body + tokens + i * SDBG_TOKEN + 4, 10 + i);
        put_word(body + tokens + i * SDBG_TOKEN + 8, 5);
    }
    return SDBG_HEADER + strings + 19;
}

static struct dxbc_shader *small_shader(void)
{
    struct token_builder b;
    begin_compute(&b);
    EMIT(&b, MOV, "r0.x", "l(1)");
    EMIT(&b, IADD, "r0.y", "r0.x", "l(1)");
    EMIT(&b, MUL, "r0.z", "r0.x", "r0.y");
    EMIT(&b, RET);
    return load_program(&b);
}

static void older_chunk(void **state)
{
    (void)state;
    static uint8_t data[SDBG_ROOM];
    size_t size;
    struct dxbc_lines *lines;
    struct dxbc_shader *shader = small_shader();
    const size_t bytes = make_sdbg(data, 4);
    uint8_t *container = with_chunk(shader, FOURCC('S', 'D', 'B', 'G'), data, bytes, &size);
    struct dxbc_shader *with = load_bytes(container, size);
    assert_int_equal(dxbc_lines_read(with, &lines, NULL), DIAG_OK);
    expect_places(with, lines, "mov", (const char *[]){"old.hlsl:10 10:5", NULL});
    expect_places(with, lines, "iadd", (const char *[]){":0 0:0", NULL});
    expect_places(with, lines, "mul", (const char *[]){"old.hlsl:12 12:5", NULL});
    expect_places(with, lines, "ret", (const char *[]){"old.hlsl:13 13:5", NULL});
    dxbc_lines_free(lines);
    dxbc_free(with);
    free(container);
    for (size_t cut = 0; cut < bytes - 19; cut++)
        assert_int_equal(read_with(shader, FOURCC('S', 'D', 'B', 'G'), data, cut), DIAG_DEBUG_INFO);
    for (size_t at = 0; at < bytes; at++) {
        make_sdbg(data, 4);
        data[at] ^= 0xff;
        read_with(shader, FOURCC('S', 'D', 'B', 'G'), data, bytes);
    }
    dxbc_free(shader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_microsoft_lists_them), cmocka_unit_test(parts_of_statements),
        cmocka_unit_test(none_without_the_chunk),  cmocka_unit_test(damaged_databases),
        cmocka_unit_test(memory_runs_out),         cmocka_unit_test(older_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
