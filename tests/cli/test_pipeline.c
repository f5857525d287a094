/*
 * The pipeline reader: what it takes, what it refuses and with which words, and the printed form.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline.h"

enum { LIMIT = 1 << 20 };

#define HEAD          "Shaders:\n  - Stage: Compute\n    Entry: main\n"
#define TAIL          "DescriptorSets: []\n"
#define BUFFER(lines) HEAD "Buffers:\n  - Name: A\n" lines TAIL

static struct cli_error read_text(struct pipeline *pipeline, const char *text)
{
    struct cli_error error = {0};
    bool ok = pipeline_read(pipeline, (const uint8_t *)text, strlen(text), LIMIT, &error);
    assert_true(ok == (error.status == CLI_OK));
    return error;
}

static void assert_read(struct pipeline *pipeline, const char *text)
{
    struct cli_error error = read_text(pipeline, text);
    if (error.status != CLI_OK)
        fail_msg("%u:%u: %s\n%s", error.line, error.column, error.text, text);
}

static void assert_refused(const char *text, enum cli_status status, uint32_t line, uint32_t column,
                           const char *why)
{
    struct pipeline pipeline;
    struct cli_error error = read_text(&pipeline, text);
    pipeline_free(&pipeline);
    assert_string_equal(error.text, why);
    assert_int_equal(error.status, status);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

static void the_smallest_pipeline_is_read(void **state)
{
    struct pipeline p;
    (void)state;
    assert_read(&p, HEAD "Buffers: []\n" TAIL);
    assert_int_equal(p.shader_count, 1);
    assert_string_equal(p.shaders[0].entry, "main");
    assert_int_equal(p.group_count[0] * p.group_count[1] * p.group_count[2], 1);
    pipeline_free(&p);
}

static void buffers_take_data_in_their_format(void **state)
{
    struct pipeline p;
    static const uint8_t expected[] = {1, 0, 0xff, 0xff, 0, 1};
    (void)state;
    assert_read(&p, BUFFER("    Format: Int16\n    Data: [ 1, -1, 0x100, ]\n"));
    assert_int_equal(p.buffers[0].size_bytes, 6);
    assert_memory_equal(p.buffers[0].data[0], expected, 6);
    pipeline_free(&p);
}

static void fills_repeat_a_value_over_a_size_in_bytes(void **state)
{
    struct pipeline p;
    static const uint8_t expected[] = {2, 1, 2, 1, 2};
    (void)state;
    assert_read(&p, BUFFER("    Format: Hex16\n    FillSize: 5\n    FillValue: 0x102\n    ArraySize: 2\n"));
    assert_int_equal(p.buffers[0].size_bytes, 5);
    assert_memory_equal(p.buffers[0].data[1], expected, 5);
    pipeline_free(&p);
}

static void arrays_hold_a_list_for_each_element(void **state)
{
    struct pipeline p;
    (void)state;
    assert_read(
        &p, BUFFER("    Format: UInt32\n    ArraySize: 2\n    Data:\n      - [ 1, 2 ]\n      - [ 3, 4 ]\n"));
    assert_int_equal(p.buffers[0].size_bytes, 8);
    assert_int_equal(p.buffers[0].data[1][4], 4);
    pipeline_free(&p);
    assert_refused(BUFFER("    Format: UInt32\n    ArraySize: 2\n    Data: [ [ 1 ] ]\n"), CLI_BAD_INPUT, 8,
                   11, "Expected 2 buffers, found 1");
    assert_refused(BUFFER("    Format: UInt32\n    ArraySize: 2\n    Data: [ [ 1 ], [ 1, 2 ] ]\n"),
                   CLI_BAD_INPUT, 8, 20, "All buffers must have the same size.");
}

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    assert_refused(BUFFER("    Format: Float32\n    Data: [ 1, x ]\n"), CLI_BAD_INPUT, 7, 16,
                   "invalid floating point number 'x': expected a value of format Float32");
    assert_refused(BUFFER("    Format: UInt16\n    Data: [ 65536 ]\n"), CLI_BAD_INPUT, 7, 13,
                   "out of range number '65536': expected a value of format UInt16");
    assert_refused(
        BUFFER("    Format: Int8\n    Data: []\n"), CLI_BAD_INPUT, 6, 13,
        "unknown value 'Int8': expected Hex8, Hex16, Hex32, Hex64, UInt16, UInt32, UInt64, Int16, Int32, "
        "Int64, Float16, Float32, Float64, Depth32 or Bool");
    assert_refused(BUFFER("    Format: Hex8\n"), CLI_BAD_INPUT, 5, 5, "missing required key 'Data'");
    assert_refused(
        BUFFER("    Format: Hex8\n    Sides: 3\n"), CLI_BAD_INPUT, 7, 5,
        "unknown key 'Sides' in a buffer: expected Name, Format, Channels, Stride, ArraySize, FillSize, "
        "FillValue, ZeroInitSize, Data, OutputProps, File or ViewFormat");
    assert_refused(BUFFER("    Format: Hex8\n    Data: []\n    Data: []\n"), CLI_BAD_INPUT, 8, 5,
                   "key 'Data' stands twice");
    assert_refused(BUFFER("    Format: Hex8\n    ZeroInitSize: 4\n"), CLI_BAD_INPUT, 7, 5,
                   "invalid key 'ZeroInitSize' - did you mean 'FillSize'?");
    assert_refused(BUFFER("    Format: Hex8\n    FillValue: 4\n    Data: []\n"), CLI_BAD_INPUT, 7, 16,
                   "'FillValue' specified without 'FillSize'");
    assert_refused(BUFFER("    Format: Hex8\n    FillSize: 4\n    Data: []\n"), CLI_BAD_INPUT, 8, 5,
                   "'Data' beside 'FillSize': only one of them can say what buffer 'A' holds");
    assert_refused(BUFFER("    Format: Hex8\n    Channels: 2\n    Stride: 4\n    Data: []\n"), CLI_BAD_INPUT,
                   5, 5, "Cannot set a structure stride and more than one channel.");
    assert_refused(HEAD "Buffers: 3\n" TAIL, CLI_BAD_INPUT, 4, 10, "Buffers must be a list");
    assert_refused("Buffers: []\n" TAIL, CLI_BAD_INPUT, 1, 1, "missing required key 'Shaders'");
    assert_refused("- 1\n", CLI_BAD_INPUT, 1, 1, "a pipeline must be a map of keys and values");
    assert_refused("", CLI_BAD_INPUT, 1, 1, "the file holds no document");
}

static void sizes_are_bounded(void **state)
{
    (void)state;
    assert_refused(
        BUFFER("    Format: Hex8\n    FillSize: 1048577\n"), CLI_BAD_INPUT, 7, 15,
        "buffer 'A' takes the buffers past the memory limit (1048576 bytes are left; WEFT_MEMORY_MB "
        "raises it)");
    assert_refused(BUFFER("    Format: Hex8\n    ArraySize: 128\n    FillSize: 0x7fffffffffffffff\n"),
                   CLI_BAD_INPUT, 8, 15,
                   "buffer 'A' takes the buffers past the memory limit (1048576 bytes are left; "
                   "WEFT_MEMORY_MB raises it)");
    assert_refused(BUFFER("    Format: Hex8\n    FillSize: -1\n"), CLI_BAD_INPUT, 7, 15,
                   "invalid number: FillSize is a number of bytes");
    assert_refused(BUFFER("    Format: Hex8\n    Channels: -1\n    Data: []\n"), CLI_BAD_INPUT, 7, 15,
                   "invalid number '-1': expected a whole number from 1 to 4");
    assert_refused(BUFFER("    Format: Hex8\n    Stride: 4294967295\n    Data: []\n"), CLI_BAD_INPUT, 7, 13,
                   "out of range number '4294967295': expected a whole number from 0 to 1048576");
    assert_refused(BUFFER("    Format: Hex8\n    ArraySize: 0\n    Data: []\n"), CLI_BAD_INPUT, 7, 16,
                   "out of range number '0': expected a whole number from 1 to 128");
}

static void output_props_must_match_the_size(void **state)
{
    struct pipeline p;
    (void)state;
    assert_refused(BUFFER("    Format: Float32\n    Channels: 4\n    FillSize: 16\n"
                          "    OutputProps: { Height: 2, Width: 2, Depth: 1 }\n"),
                   CLI_BAD_INPUT, 9, 18, "Buffer 'A' size (16) does not match OutputProps dimensions (64)");
    assert_read(&p, BUFFER("    Format: Float32\n    FillSize: 84\n"
                           "    OutputProps: { Height: 4, Width: 4, Depth: 1, MipLevels: 3 }\n"));
    assert_int_equal(p.buffers[0].mip_levels, 3);
    pipeline_free(&p);
}

static void hostile_yaml_is_refused(void **state)
{
    char text[4096] = "Shaders: ";
    size_t used = strlen(text);
    (void)state;
    memset(text + used, '[', sizeof text - used - 1);
    struct pipeline p;
    struct cli_error error = read_text(&p, text);
    assert_string_equal(error.text, "values are nested too deeply");
    pipeline_free(&p);
    assert_refused("a: &x [1, 1]\nb: [*x, *x]\n", CLI_BAD_INPUT, 2, 5,
                   "aliases are not part of the pipeline format");
    assert_refused("a: !!map {}\n", CLI_BAD_INPUT, 1, 4, "tags are not part of the pipeline format");
    assert_refused(HEAD "Buffers: []\n" TAIL "---\nBuffers: []\n", CLI_BAD_INPUT, 6, 1,
                   "one document expected, here begins a second one");
    assert_refused(BUFFER("    Format: \"a\\0b\"\n"), CLI_BAD_INPUT, 6, 13, "a value holds a zero byte");
    assert_refused("a: [1, 2\nb: 3\n", CLI_BAD_INPUT, 2, 2,
                   "did not find expected ',' or ']' while parsing a flow sequence");
    assert_refused("[a]: 3\n", CLI_BAD_INPUT, 1, 1, "a key must be a plain word");
}

#define SETS(lines)                                                                                          \
    HEAD "Buffers:\n  - { Name: A, Format: Float32, Data: [ 1 ] }\nDescriptorSets:\n  - Resources:\n" lines

static void resources_are_resolved(void **state)
{
    struct pipeline p;
    (void)state;
    assert_read(&p, SETS("    - Name: A\n      Kind: RWStructuredBuffer\n      HasCounter: true\n"
                         "      DirectXBinding: { Register: 3, Space: 4294967279 }\n"
                         "      VulkanBinding: { Binding: 1, CounterBinding: 2 }\n"));
    const struct pipeline_resource *r = &p.sets[0].resources[0];
    assert_ptr_equal(r->buffer, &p.buffers[0]);
    assert_true(r->has_counter && r->has_counter_binding && r->reg == 3 && r->space == 4294967279u);
    assert_int_equal(pipeline_register_letter(r->kind), 'u');
    pipeline_free(&p);
    assert_refused(
        SETS("    - Name: B\n      Kind: Buffer\n      DirectXBinding: { Register: 0, Space: 0 }\n"),
        CLI_BAD_INPUT, 8, 7, "Referenced buffer B not found!");
    assert_refused(
        SETS("    - Name: A\n      Kind: Sampler\n      DirectXBinding: { Register: 0, Space: 0 }\n"),
        CLI_BAD_INPUT, 8, 7, "Referenced sampler A not found!");
    assert_refused(SETS("    - Name: A\n      Kind: Buffer\n"), CLI_BAD_INPUT, 8, 7,
                   "Resource 'A' must specify exactly one of 'DirectXBinding' or 'HeapIndex'.");
    assert_refused(SETS("    - Name: A\n      Kind: Buffer\n      DirectXBinding: { Register: 0 }\n"),
                   CLI_BAD_INPUT, 10, 23, "missing required key 'Space'");
}

#define RESULT(lines)                                                                                        \
    HEAD "Buffers:\n  - { Name: A, Format: Float32, Data: [ 1 ] }\n  - { Name: B, Format: Int32, Data: [ 1 " \
         "] }\n" TAIL "Results:\n  - Result: R\n    Actual: A\n" lines

static void rules_are_checked(void **state)
{
    struct pipeline p;
    (void)state;
    assert_read(&p, RESULT("    Expected: A\n    Rule: BufferFloatULP\n    ULPT: 3\n    DenormMode: FTZ\n"
                           "    ZeroTolerance: 1e-3\n"));
    assert_int_equal(p.rules[0].ulps, 3);
    assert_int_equal(p.rules[0].denorm, DENORM_FTZ);
    assert_true(p.rules[0].zero_tolerance == 1e-3);
    pipeline_free(&p);
    assert_refused(RESULT("    Expected: A\n    Rule: BufferFloatULP\n"), CLI_BAD_INPUT, 9, 5,
                   "missing required key 'ULPT'");
    assert_refused(RESULT("    Expected: A\n    Rule: BufferExact\n    ULPT: 1\n"), CLI_BAD_INPUT, 13, 5,
                   "unknown key 'ULPT' in a result: expected Result, Rule, Actual or Expected");
    assert_refused(RESULT("    Expected: B\n    Rule: BufferFloatEpsilon\n    Epsilon: 0.1\n"), CLI_BAD_INPUT,
                   9, 5, "BufferFloat only accepts Float buffers");
    assert_refused(RESULT("    Expected: C\n    Rule: BufferExact\n"), CLI_BAD_INPUT, 9, 5,
                   "Reference buffer C not found!");
}

static void what_direct3d_11_lacks_is_not_implemented(void **state)
{
    (void)state;
    assert_refused(
        "Shaders:\n  - { Stage: Vertex, Entry: main }\n  - { Stage: Pixel, Entry: main }\nBuffers: []\n" TAIL,
        CLI_NOT_IMPLEMENTED, 2, 3, "graphics pipelines are not implemented yet: only Stage: Compute runs");
    assert_refused("Shaders:\n  - { Stage: Miss, Entry: main }\nBuffers: []\n" TAIL, CLI_NOT_IMPLEMENTED, 2,
                   3, "ray tracing pipelines are not implemented: Direct3D 11 has none");
    assert_refused(HEAD "Buffers: []\n" TAIL "PushConstants:\n  - { Stage: Compute, Values: [] }\n",
                   CLI_NOT_IMPLEMENTED, 6, 1, "push constants are Vulkan's: Direct3D 11 has none");
    assert_refused(SETS("    - Name: A\n      Kind: Buffer\n      HeapIndex: 0\n"), CLI_NOT_IMPLEMENTED, 10,
                   18, "descriptor heaps are not implemented: Direct3D 11 has none");
}

static void pipelines_print_as_offloader_prints_them(void **state)
{
    static const char text[] = "---\n"
                               "Shaders:\n"
                               "  - Stage:           Compute\n"
                               "    Entry:           main\n"
                               "RuntimeSettings:\n"
                               "  DirectX:         {}\n"
                               "Buffers:\n"
                               "  - Name:            Out\n"
                               "    Format:          Hex32\n"
                               "    Stride:          4\n"
                               "    Data:            [ 0x3F800000, 0x3F800001, 0x3F800002, 0x3F800003, \n"
                               "                       0x3F800004 ]\n"
                               "    OutputProps:\n"
                               "      Height:          0\n"
                               "      Width:           0\n"
                               "      Depth:           0\n"
                               "  - Name:            '1'\n"
                               "    Format:          Float32\n"
                               "    Channels:        2\n"
                               "    ArraySize:       2\n"
                               "    Data:\n"
                               "      - [ 1.5, -0 ]\n"
                               "      - [ inf, nan ]\n"
                               "    OutputProps:\n"
                               "      Height:          0\n"
                               "      Width:           0\n"
                               "      Depth:           0\n"
                               "  - Name:            Empty\n"
                               "    Format:          UInt16\n"
                               "    Data:            [  ]\n"
                               "    OutputProps:\n"
                               "      Height:          0\n"
                               "      Width:           0\n"
                               "      Depth:           0\n"
                               "Samplers:\n"
                               "  - Name:            Linear\n"
                               "    Kind:            Sampler\n"
                               "    MinFilter:       Linear\n"
                               "    MagFilter:       Nearest\n"
                               "    Address:         Clamp\n"
                               "    MinLOD:          0\n"
                               "    MaxLOD:          3.40282e+38\n"
                               "    MipLODBias:      0\n"
                               "    ComparisonOp:    Never\n"
                               "Results:\n"
                               "  - Result:          Test1\n"
                               "    Rule:            BufferExact\n"
                               "    Actual:          Out\n"
                               "    Expected:        Out\n"
                               "DescriptorSets:\n"
                               "  - Resources:\n"
                               "      - Name:            Out\n"
                               "        Kind:            RWStructuredBuffer\n"
                               "        HasCounter:      true\n"
                               "        IsReserved:      false\n"
                               "        DirectXBinding:\n"
                               "          Register:        0\n"
                               "          Space:           0\n"
                               "        VulkanBinding:\n"
                               "          Binding:         0\n"
                               "  - Resources:       []\n"
                               "Bindings:\n"
                               "  VertexBuffer:    ''\n"
                               "  RenderTarget:    ''\n"
                               "AccelerationStructures: {}\n"
                               "DispatchParameters:\n"
                               "  DispatchGroupCount: [ 1, 2, 3 ]\n"
                               "...\n";
    struct pipeline p;
    char *printed = NULL;
    size_t size = 0;
    (void)state;
    assert_read(&p, text); /* what is printed can be read */
    FILE *memory = open_memstream(&printed, &size);
    pipeline_print(&p, memory);
    fclose(memory);
    pipeline_free(&p);
    assert_string_equal(printed, text);
    free(printed);
}

/* Every prefix and many one-byte changes of a valid text: an error or a pipeline, under the sanitizers. */
static void damaged_text_is_harmless(void **state)
{
    static const char text[] = SETS("    - Name: A\n      Kind: RWBuffer\n"
                                    "      DirectXBinding: { Register: 0, Space: 0 }\n"
                                    "Samplers:\n  - { Name: S }\nDispatchParameters:\n"
                                    "  DispatchGroupCount: [ 1, 2 ]\n");
    static const char changes[] = "\0\n\t :-[]{}&*!|>'\"%@#,?\x80\xff"
                                  "09";
    char copy[sizeof text];
    struct pipeline p;
    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        struct cli_error error = {0};
        pipeline_read(&p, (const uint8_t *)text, length, LIMIT, &error);
        pipeline_free(&p);
    }
    for (size_t at = 0; at + 1 < sizeof text; at++) {
        for (size_t change = 0; change + 1 < sizeof changes; change++) {
            struct cli_error error = {0};
            memcpy(copy, text, sizeof text);
            copy[at] = changes[change];
            pipeline_read(&p, (const uint8_t *)copy, sizeof text - 1, LIMIT, &error);
            pipeline_free(&p);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_pipeline_is_read),
        cmocka_unit_test(buffers_take_data_in_their_format),
        cmocka_unit_test(fills_repeat_a_value_over_a_size_in_bytes),
        cmocka_unit_test(arrays_hold_a_list_for_each_element),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(output_props_must_match_the_size),
        cmocka_unit_test(hostile_yaml_is_refused),
        cmocka_unit_test(resources_are_resolved),
        cmocka_unit_test(rules_are_checked),
        cmocka_unit_test(what_direct3d_11_lacks_is_not_implemented),
        cmocka_unit_test(pipelines_print_as_offloader_prints_them),
        cmocka_unit_test(damaged_text_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
