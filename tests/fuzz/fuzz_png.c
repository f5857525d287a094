/*
 * PNG pictures: read into buffers of their own size in several formats. Mutants keep the sums of their
 * chunks.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "image.h"

enum { PICTURE_SIDE = 256, SIGNATURE_BYTES = 8, PNG_HEADER = 45 };

static struct {
    unsigned long read, refused;
} totals;

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
        totals.read++;
    else if (error.status == CLI_OK || !error.text[0])
        fuzz_fail("picture refused without a reason");
    else
        totals.refused++;
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
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
    return 0;
}

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
    size_t at = SIGNATURE_BYTES;

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
    uint32_t changes = fuzz_random_below(random, 2) ? 1 : 1 + fuzz_random_below(random, 4);

    for (uint32_t i = 0; i < changes && mutant->size > SIGNATURE_BYTES; i++) {
        size_t header = mutant->size < PNG_HEADER ? mutant->size : PNG_HEADER;
        size_t end = fuzz_random_below(random, 2) ? header : mutant->size;

        mutate_blind(mutant, random, SIGNATURE_BYTES, end - SIGNATURE_BYTES);
    }
    fix_crcs(mutant);
}

static void summary(FILE *out)
{
    fprintf(out, "  read %lu, refused %lu\n", totals.read, totals.refused);
}

const struct fuzz_target fuzz_target = {.name = "fuzz_png", .mutate = mutate, .summary = summary};
