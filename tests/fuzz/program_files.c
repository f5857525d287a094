/*
 * A case as files: the container, its listing, and a pipeline for weft run.
 */
#include <errno.h>
#include <stdio.h>

#include "program_case.h"

static FILE *open_file(const char *folder, const char *name, const char *suffix)
{
    char path[1024];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s%s", folder, name, suffix);
    file = fopen(path, "wb");
    if (!file)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return file;
}

static bool close_file(FILE *file)
{
    bool good = file && !ferror(file);

    return file && fclose(file) == 0 && good;
}

/* Hexadecimal text that reads back to the same bits, NaNs included. */
static void print_float(FILE *file, uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof(value));
    if ((word & 0x7FFFFFFF) > 0x7F800000)
        fprintf(file, "%snan(0x%x)", word >> 31 ? "-" : "", word & 0x3FFFFF);
    else
        fprintf(file, "%a", (double)value);
}

static void print_words(FILE *file, const uint32_t *words, size_t count, bool floats)
{
    fputs("    Data: [", file);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? i % 8 ? ", " : ",\n      " : "\n      ", file);
        if (floats)
            print_float(file, words[i]);
        else
            fprintf(file, "0x%08X", words[i]);
    }
    fputs(" ]\n", file);
}

/* format: lines of the buffer between its name and its data. */
static void print_buffer(FILE *file, const char *name, const char *format, const uint32_t *words,
                         size_t count)
{
    fprintf(file, "  - Name: %s\n%s", name, format);
    print_words(file, words, count, strstr(format, "Float") != NULL);
}

static void print_resource(FILE *file, const char *name, const char *kind, unsigned slot, bool counter)
{
    fprintf(file,
            "      - Name: %s\n        Kind: %s\n%s        DirectXBinding: { Register: %u, Space: 0 }\n",
            name, kind, counter ? "        HasCounter: true\n" : "", slot);
}

static void print_rule(FILE *file, const char *name)
{
    fprintf(file, "  - Result: %s\n    Rule: BufferExact\n    Actual: %s\n    Expected: %sExpected\n", name,
            name, name);
}

static void print_pipeline(FILE *file, const struct program_case *c, const struct case_result *expected)
{
    static const char results[] = "    Format: Hex32\n    Stride: 96\n",
                      structured[] = "    Format: Hex32\n    Stride: 16\n", plain[] = "    Format: Hex32\n",
                      unsigned_format[] = "    Format: UInt32\n",
                      target[] = "    Format: UInt32\n    OutputProps: { Height: 4, Width: 8, Depth: 1 }\n",
                      image[] = "    Format: Float32\n    Channels: 4\n"
                                "    OutputProps: { Height: 5, Width: 7, Depth: 1, MipLevels: 2 }\n";
    static const struct case_memory zeros;
    struct case_inputs inputs;
    struct case_memory start;
    const struct case_memory *end = &expected->memory;
    size_t result_words = (size_t)CASE_GROUPS * case_threads(c) * RANDOM_VALUES * 4;

    case_inputs(c, &inputs, &start);
    fprintf(file,
            "# Found by the program fuzzer, seed %u. Expected values: the reference interpreter's.%s\n---\n",
            c->seed,
            c->overlap ? "\n# Fails only while u3 shows the memory of u2, which a pipeline cannot say." : "");
    fputs("# t4 to t11, u5 to u7 and the samplers are not here: programs that use them fail in the fuzzer alone.\n", file);
    fprintf(file,
            "Shaders:\n  - Stage: Compute\n    Entry: main\nDispatchParameters:\n"
            "  DispatchGroupCount: [ %u, %u, %u ]\nBuffers:\n",
            c->groups[0], c->groups[1], c->groups[2]);
    print_buffer(file, "Constants", plain, inputs.constants, RANDOM_CONSTANTS * 4);
    print_buffer(file, "T0", structured, inputs.structured, CASE_INPUTS * 4);
    print_buffer(file, "T1", plain, inputs.raw, RANDOM_WORDS);
    print_buffer(file, "T2", "    Format: Float32\n", inputs.typed, RANDOM_WORDS);
    print_buffer(file, "T3", image, inputs.texels, (size_t)CASE_TEXELS * 4);
    print_buffer(file, "U0", results, zeros.results, result_words);
    print_buffer(file, "U0Expected", results, end->results, result_words);
    print_buffer(file, "U1", structured, start.structured, CASE_INPUTS * 4);
    print_buffer(file, "U1Expected", structured, end->structured, CASE_INPUTS * 4);
    print_buffer(file, "U2", plain, start.raw, RANDOM_WORDS);
    print_buffer(file, "U2Expected", plain, end->raw, RANDOM_WORDS);
    print_buffer(file, "U3", unsigned_format, start.typed, RANDOM_WORDS);
    print_buffer(file, "U3Expected", unsigned_format, end->typed, RANDOM_WORDS);
    print_buffer(file, "U4", target, start.target, CASE_TARGET);
    print_buffer(file, "U4Expected", target, end->target, CASE_TARGET);
    fputs("Results:\n", file);
    for (unsigned i = 0; i < 5; i++)
        print_rule(file, (const char *const[]){"U0", "U1", "U2", "U3", "U4"}[i]);
    fputs("DescriptorSets:\n  - Resources:\n", file);
    print_resource(file, "Constants", "ConstantBuffer", 0, false);
    print_resource(file, "T0", "StructuredBuffer", 0, false);
    print_resource(file, "T1", "ByteAddressBuffer", 1, false);
    print_resource(file, "T2", "Buffer", 2, false);
    print_resource(file, "T3", "Texture2D", 3, false);
    print_resource(file, "U0", "RWStructuredBuffer", 0, false);
    print_resource(file, "U1", "RWStructuredBuffer", 1, true);
    print_resource(file, "U2", "RWByteAddressBuffer", 2, false);
    print_resource(file, "U3", "RWBuffer", 3, false);
    print_resource(file, "U4", "RWTexture2D", 4, false);
    fputs("...\n", file);
}

bool case_write(const struct program_case *c, const struct case_result *expected, const char *folder,
                const char *name)
{
    FILE *container = open_file(folder, name, ".dxbc"), *listing = open_file(folder, name, ".dis"),
         *pipeline = open_file(folder, name, ".yaml");
    struct dxbc_shader *shader;
    bool good;

    if (container)
        fwrite(c->bytes, 1, c->size, container);
    if (listing && dxbc_load(c->bytes, c->size, 0, &shader, NULL) == DIAG_OK) {
        dxbc_print(shader, 0, listing);
        dxbc_free(shader);
    }
    if (pipeline)
        print_pipeline(pipeline, c, expected);
    good = close_file(container);
    good = close_file(listing) && good;
    return close_file(pipeline) && good;
}
