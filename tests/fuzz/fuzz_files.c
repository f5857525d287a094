/*
 * Files that the command `weft` reads: pipeline descriptions, PNG and DDS pictures, and shaders for `weft
 * info` and `weft dis`.
 *
 * A text is read and printed and its rules are checked; what is refused is reported with its line and caret.
 * A picture is read into buffers of its own size in every format.
 *
 * Memory of buffers is limited, so nothing here may run out of it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dds.h"
#include "fuzz.h"
#include "image.h"
#include "pipeline.h"
#include "results.h"
#include "shader_info.h"

enum { MEMORY_LIMIT = 4 << 20, PRINT_LIMIT = 1 << 16, STATUSES = 8, PICTURE_SIDE = 256, DDS_HEADER = 148 };

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

static struct {
    unsigned long read, printed, rules, pictures, refused[STATUSES], refused_pictures, shaders;
} totals;

static bool is_png(const uint8_t *data, size_t size)
{
    return size >= sizeof(png_signature) && !memcmp(data, png_signature, sizeof(png_signature));
}

/* --------------------------------------------------------------------------------------------------------
 * texts */

/* cli_report() writes to standard error: not where fuzz_fail() and the driver do. */
static void report(const struct cli_error *error, const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    FILE *usual = stderr;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return;
    stderr = nowhere;
    cli_report(error, "input", (const char *)data, size);
    stderr = usual;
}

static uint64_t buffer_bytes(const struct pipeline *pipeline)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < pipeline->buffer_count; i++)
        bytes += (uint64_t)pipeline->buffers[i].size_bytes * pipeline->buffers[i].array_size;
    return bytes;
}

static void check_rules(const struct pipeline *pipeline, FILE *out)
{
    for (uint32_t i = 0; i < pipeline->rule_count; i++) {
        struct rule_outcome outcome = rule_check(&pipeline->rules[i]);

        totals.rules++;
        if (!outcome.passed)
            rule_print_failure(&pipeline->rules[i], &outcome, out);
    }
}

static void use_pipeline(const struct pipeline *pipeline)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out;

    if (buffer_bytes(pipeline) > PRINT_LIMIT || !(out = open_memstream(&text, &size)))
        return;
    pipeline_print(pipeline, out);
    check_rules(pipeline, out);
    fclose(out);
    free(text);
    totals.printed++;
}

static void run_text(const uint8_t *data, size_t size)
{
    struct pipeline pipeline = {0};
    struct cli_error error = {0};

    if (pipeline_read(&pipeline, data, size, MEMORY_LIMIT, &error)) {
        totals.read++;
        use_pipeline(&pipeline);
    } else {
        if (error.status == CLI_OK || !error.text[0])
            fuzz_fail("refused without a reason");
        totals.refused[error.status % STATUSES]++;
        report(&error, data, size);
    }
    pipeline_free(&pipeline);
}

/* -----------------------------------------------------------------------------------------------------
 * pictures */

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void read_picture(const char *path, enum data_format format, uint32_t channels, uint32_t width,
                         uint32_t height)
{
    size_t size = (size_t)width * height * channels * data_format_size(format);
    uint8_t *bytes = malloc(size);
    struct cli_error error = {0};
    struct pipeline_buffer buffer = {.name = "picture",
                                     .format = format,
                                     .channels = channels,
                                     .array_size = 1,
                                     .size_bytes = size,
                                     .data = &bytes,
                                     .has_props = true,
                                     .width = width,
                                     .height = height,
                                     .depth = 1,
                                     .mip_levels = 1};

    if (image_read_png(path, &buffer, &error))
        totals.pictures++;
    else if (error.status == CLI_OK || !error.text[0])
        fuzz_fail("picture refused without a reason");
    else
        totals.refused_pictures++;
    free(bytes);
}

static void run_png(const uint8_t *data, size_t size)
{
    int file = memfd_create("picture", MFD_CLOEXEC);
    char path[32];
    uint32_t width = size > 24 ? big_endian(data + 16) : 1, height = size > 24 ? big_endian(data + 20) : 1;

    if (file < 0 || write(file, data, size) != (ssize_t)size)
        fuzz_fail("no memory file");
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    /* other sizes are refused at once */
    width = width && width <= PICTURE_SIDE ? width : 2;
    height = height && height <= PICTURE_SIDE ? height : 2;
    read_picture(path, DATA_HEX8, 4, width, height);
    read_picture(path, DATA_FLOAT32, 1 + size % 4, width, height);
    read_picture(path, DATA_UINT32, 1, width, height);
    read_picture(path, DATA_UINT16, 2, width, height);
    read_picture(path, DATA_FLOAT64, 3, width, height);
    close(file);
}

static bool is_dds(const uint8_t *data, size_t size)
{
    return size >= 4 && !memcmp(data, "DDS ", 4);
}

/* Every mip lies inside the memory that the description asks for. */
static void check_mips(const struct pipeline_texture *texture, uint64_t total)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < texture->mips; i++) {
        struct dds_mip mip = dds_mip_at(texture, i);

        if (!mip.width || !mip.height || !mip.depth)
            fuzz_fail("mip %u of a DDS picture is empty", i);
        sum += mip.slice_bytes * mip.depth;
    }
    if (sum > total)
        fuzz_fail("mips of a DDS picture take %llu bytes of %llu", (unsigned long long)sum,
                  (unsigned long long)total);
}

/* What was read comes back when it is written and read again. */
static void write_dds(const struct pipeline_texture *texture, const uint8_t *data, uint64_t size)
{
    int file = memfd_create("picture", MFD_CLOEXEC);
    struct pipeline_texture again = {0};
    struct cli_error error = {0};
    const uint8_t *found = NULL;
    uint8_t *bytes = NULL;
    size_t file_size = 0;
    char path[32];

    if (file < 0)
        fuzz_fail("no memory file");
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    if (!dds_write(path, texture, data, &error) ||
        !cli_read_file(path, 2 * MEMORY_LIMIT, &bytes, &file_size, &error) ||
        !dds_parse(bytes, file_size, &again, &found, &error) || dds_size_bytes(&again) != size ||
        memcmp(found, data, size) != 0)
        fuzz_fail("a DDS picture does not come back: %s", error.text);
    free(bytes);
    close(file);
}

static void run_dds(const uint8_t *data, size_t size)
{
    struct pipeline_texture texture = {0};
    struct cli_error error = {0};
    const uint8_t *memory = NULL;

    if (!dds_parse(data, size, &texture, &memory, &error)) {
        if (error.status == CLI_OK || !error.text[0])
            fuzz_fail("DDS picture refused without a reason");
        totals.refused_pictures++;
        return;
    }
    uint64_t bytes = dds_size_bytes(&texture);
    if (!bytes || memory < data || bytes > size - (size_t)(memory - data))
        fuzz_fail("the memory of a DDS picture is not in its file");
    check_mips(&texture, bytes);
    write_dds(&texture, memory, bytes);
    totals.pictures++;
}

/* ------------------------------------------------------------------------------------------------------
 * shaders */

static bool is_dxbc(const uint8_t *data, size_t size)
{
    return size >= 4 && !memcmp(data, "DXBC", 4);
}

static void run_shader(const uint8_t *data, size_t size)
{
    struct dxbc_shader *shader;
    char *text = NULL;
    size_t text_size = 0;
    FILE *out;

    if (dxbc_load(data, size, 0, &shader, NULL) != DIAG_OK)
        return;
    out = open_memstream(&text, &text_size);
    if (out) {
        shader_info_print(shader, "input", out);
        dxbc_print(shader, DXBC_PRINT_HEADER | DXBC_PRINT_OFFSETS | DXBC_PRINT_NUMBERS, out);
        fclose(out);
        totals.shaders++;
    }
    free(text);
    dxbc_free(shader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (is_png(data, size))
        run_png(data, size);
    else if (is_dds(data, size))
        run_dds(data, size);
    else if (is_dxbc(data, size))
        run_shader(data, size);
    else
        run_text(data, size);
    return 0;
}

/* ---------------------------------------------------------------------------------------- changes to
 * pictures */

static uint32_t crc(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_MAX;

    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
    }
    return ~sum;
}

static void fix_crcs(struct mutant *mutant)
{
    size_t at = sizeof(png_signature);

    while (at + 12 <= mutant->size) {
        uint32_t length = big_endian(mutant->bytes + at), sum;

        if (length > mutant->size - at - 12)
            return;
        sum = crc(mutant->bytes + at + 4, (size_t)length + 4);
        for (unsigned i = 0; i < 4; i++)
            mutant->bytes[at + 8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
        at += (size_t)length + 12;
    }
}

static void mutate(struct mutant *mutant, struct fuzz_random *random)
{
    bool png = is_png(mutant->bytes, mutant->size), dds = is_dds(mutant->bytes, mutant->size);
    uint32_t changes = fuzz_random_below(random, 2) ? 1 : 1 + fuzz_random_below(random, 4);

    if (is_dxbc(mutant->bytes, mutant->size)) {
        mutate_container(mutant, random);
        return;
    }
    for (uint32_t i = 0; i < changes && mutant->size > sizeof(png_signature); i++) {
        size_t header = mutant->size < 45 ? mutant->size : 45;

        if (dds)
            mutate_blind(mutant, random, 4, (mutant->size < DDS_HEADER ? mutant->size : DDS_HEADER) - 4);
        else if (png)
            mutate_blind(mutant, random, 8, (fuzz_random_below(random, 2) ? header : mutant->size) - 8);
        else
            mutate_text(mutant, random);
    }
    if (png)
        fix_crcs(mutant);
}

static void summary(FILE *out)
{
    fprintf(out,
            "  pipelines read %lu (printed %lu), rules %lu; pictures read %lu, refused %lu; shaders %lu\n  "
            "refused:",
            totals.read, totals.printed, totals.rules, totals.pictures, totals.refused_pictures,
            totals.shaders);
    for (unsigned i = 0; i < STATUSES; i++) {
        if (totals.refused[i])
            fprintf(out, " status %u: %lu", i, totals.refused[i]);
    }
    fputc('\n', out);
}

const struct fuzz_target fuzz_target = {.name = "fuzz_files", .mutate = mutate, .summary = summary};
