/*
 * Objects of generated code: the image, the lines, and objects that are damaged, byte by byte and cut off.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../../support/token_builder.h"
#include "jit_link.h"
#include "kernel_code.h"

struct scene {
    struct dxbc_shader *shader;
    struct kernel *kernel;
    struct jit_code code;
};

static bool can_compile(void)
{
    return kernel_executor_available(KERNEL_JIT, cpu_isa_best());
}

/* Declarations, then five instructions. */
static void open_scene(struct scene *s)
{
    struct token_builder *b = malloc(sizeof(*b));
    struct kernel_code_options options = {.name = "weft_test", .listing = "/nowhere/shader.dis"};
    struct diag diag = {DIAG_OK};
    uint8_t *bytes;
    size_t size;

    *s = (struct scene){NULL};
    tokens_begin(b, TOKENS_CS_5_0);
    tokens_declare(b, DXBC_OP_DCL_UAV_STRUCTURED, 0, "u0.xyzw", 1, 4u);
    tokens_declare(b, DXBC_OP_DCL_INPUT, 0, "vThreadIDInGroupFlattened", 0);
    tokens_temps(b, 1);
    tokens_thread_group(b, 64, 1, 1);
    tokens_instr(b, DXBC_OP_UTOF, 0, (const char *const[]){"r0.x", "vThreadIDInGroupFlattened", NULL});
    tokens_instr(b, DXBC_OP_SINCOS, 0, (const char *const[]){"r0.x", "null", "r0.x", NULL});
    tokens_instr(b, DXBC_OP_DIV, 0, (const char *const[]){"r0.x", "r0.x", "l(3.0)", NULL});
    tokens_instr(b, DXBC_OP_STORE_STRUCTURED, 0,
                 (const char *const[]){"u0.x", "vThreadIDInGroupFlattened", "l(0)", "r0.x", NULL});
    tokens_instr(b, DXBC_OP_RET, 0, (const char *const[]){NULL});
    bytes = tokens_finish(b, &size);
    assert_int_equal(dxbc_load(bytes, size, 0, &s->shader, &diag), DIAG_OK);
    assert_int_equal(kernel_create(s->shader, KERNEL_LANES, &s->kernel, &diag), DIAG_OK);
    assert_int_equal(kernel_compile(s->kernel, &options, &s->code, &diag), DIAG_OK);
    free(bytes);
    free(b);
}

static void close_scene(struct scene *s)
{
    kernel_code_free(&s->code);
    kernel_destroy(s->kernel);
    dxbc_free(s->shader);
}

static void lines(void **state)
{
    struct scene s;
    bool seen[16] = {false};

    if (!can_compile())
        skip();
    open_scene(&s);
    assert_true(s.code.line_count >= 3);
    for (size_t i = 0; i < s.code.line_count; i++) {
        assert_true(s.code.lines[i].offset < s.code.image_bytes);
        assert_true(!i || s.code.lines[i].offset > s.code.lines[i - 1].offset);
        assert_true(s.code.lines[i].instruction < s.shader->program.instr_count);
        seen[s.code.lines[i].instruction] = true;
    }
    for (uint32_t i = 0; i < s.shader->program.instr_count; i++) {
        uint16_t op = s.shader->program.instrs[i].opcode;
        if (op == DXBC_OP_SINCOS || op == DXBC_OP_DIV || op == DXBC_OP_STORE_STRUCTURED)
            assert_true(seen[i]);
    }
    close_scene(&s);
}

static void free_code(struct jit_code *code)
{
    free(code->image);
    free(code->lines);
}

/* Whatever stands there: an image or a reason, and nothing outside the object is touched. */
static void damaged(void **state)
{
    static const uint8_t values[] = {0x00, 0xFF, 0x7F, 0x80, 0x01};
    struct scene s;

    if (!can_compile())
        skip();
    open_scene(&s);
    for (size_t at = 0; at < s.code.object_bytes; at++) {
        for (size_t v = 0; v < sizeof(values); v++) {
            uint8_t *object = malloc(s.code.object_bytes);
            struct jit_code code = {NULL};
            struct diag diag = {DIAG_OK};

            memcpy(object, s.code.object, s.code.object_bytes);
            object[at] = object[at] == values[v] ? (uint8_t)~values[v] : values[v];
            if (v == 1 && at + 8 <= s.code.object_bytes) /* numbers near the end of the address space */
                memset(object + at + 1, 0xFF, 7);
            jit_link(object, s.code.object_bytes, "weft_test", &code, &diag);
            jit_link_place(object, s.code.object_bytes, 0x1000);
            free_code(&code);
            free(object);
        }
    }
    for (size_t size = 0; size < s.code.object_bytes; size++) {
        uint8_t *object = malloc(size + 1);
        struct jit_code code = {NULL};
        struct diag diag = {DIAG_OK};

        memcpy(object, s.code.object, size);
        jit_link(object, size, "weft_test", &code, &diag);
        free_code(&code);
        free(object);
    }
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(damaged)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
