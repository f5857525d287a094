/*
 * DDS textures: what is read lies inside its file, mip for mip, and comes back when it is written and read
 * again.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dds.h"
#include "fuzz.h"

enum { MEMORY_LIMIT = 4 << 20, MAGIC_BYTES = 4, DDS_HEADER = 148 };

static struct {
    unsigned long read, refused;
} totals;

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pipeline_texture texture = {0};
    struct cli_error error = {0};
    const uint8_t *memory = NULL;

    if (!dds_parse(data, size, &texture, &memory, &error)) {
        if (error.status == CLI_OK || !error.text[0])
            fuzz_fail("DDS picture refused without a reason");
        totals.refused++;
        return 0;
    }
    uint64_t bytes = dds_size_bytes(&texture);
    if (!bytes || memory < data || bytes > size - (size_t)(memory - data))
        fuzz_fail("the memory of a DDS picture is not in its file");
    check_mips(&texture, bytes);
    write_dds(&texture, memory, bytes);
    totals.read++;
    return 0;
}

static void mutate(struct mutant *mutant, struct fuzz_random *random)
{
    uint32_t changes = fuzz_random_below(random, 2) ? 1 : 1 + fuzz_random_below(random, 4);

    for (uint32_t i = 0; i < changes && mutant->size > MAGIC_BYTES; i++) {
        size_t end = mutant->size < DDS_HEADER ? mutant->size : DDS_HEADER;

        mutate_blind(mutant, random, MAGIC_BYTES, end - MAGIC_BYTES);
    }
}

static void summary(FILE *out)
{
    fprintf(out, "  read %lu, refused %lu\n", totals.read, totals.refused);
}

const struct fuzz_target fuzz_target = {.name = "fuzz_dds", .mutate = mutate, .summary = summary};
