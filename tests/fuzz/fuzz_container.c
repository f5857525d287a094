/*
 * Containers: header, digest and table of chunks, whatever the chunks hold.
 *
 * What must hold, whatever the bytes: no crash, no access outside a block, nothing leaked, an end. Chunks lie
 * inside the container; what is built from the chunks of one has the same chunks.
 */
#include <stdlib.h>
#include <string.h>

#include "dxbc.h"
#include "fuzz.h"

static struct {
    unsigned long loaded, refused, rebuilt;
} totals;

static void compare(const struct dxbc_shader *shader, const uint8_t *bytes, size_t size)
{
    struct dxbc_shader *again;
    struct diag diag;
    if (dxbc_load(bytes, size, DXBC_LOAD_CHUNKS, &again, &diag) != DIAG_OK)
        fuzz_fail("what was built from chunks is refused: %s", diag.text);
    if (again->chunk_count != shader->chunk_count)
        fuzz_fail("%u chunks became %u", shader->chunk_count, again->chunk_count);
    for (uint32_t i = 0; i < shader->chunk_count; ++i) {
        const struct dxbc_chunk *a = &shader->chunks[i], *b = &again->chunks[i];
        if (a->fourcc != b->fourcc || b->size - a->size >= 4 ||
            memcmp(shader->bytes + a->offset, again->bytes + b->offset, a->size) != 0)
            fuzz_fail("chunk %u comes back as another", i);
    }
    totals.rebuilt++;
    dxbc_free(again);
}

static void rebuild(const struct dxbc_shader *shader)
{
    struct dxbc_part *parts = calloc(shader->chunk_count + 1, sizeof(*parts));
    uint64_t total = 0;
    size_t size;
    for (uint32_t i = 0; parts && i < shader->chunk_count; ++i) {
        const struct dxbc_chunk *chunk = &shader->chunks[i];
        if (chunk->offset > shader->size || chunk->size > shader->size - chunk->offset)
            fuzz_fail("chunk %u lies outside the container", i);
        parts[i] = (struct dxbc_part){chunk->fourcc, chunk->size, shader->bytes + chunk->offset};
        total += chunk->size;
    }
    /* chunks may overlap, so that together they are larger than the container */
    uint8_t *bytes = parts && total <= 1 << 20 ? dxbc_build(parts, shader->chunk_count, &size) : NULL;
    if (bytes)
        compare(shader, bytes, size);
    free(bytes);
    free(parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dxbc_shader *shader = NULL;
    struct diag diag;
    const enum diag_code code = dxbc_load(data, size, DXBC_LOAD_CHUNKS, &shader, &diag);
    if (code == DIAG_OK) {
        totals.loaded++;
        rebuild(shader);
        dxbc_free(shader);
        return 0;
    }
    totals.refused++;
    if (shader || diag.code != code || !diag.text[0])
        fuzz_fail("refused with code %d without saying why", (int)code);
    return 0;
}

static void summary(FILE *out)
{
    fprintf(out, "  loaded %lu, refused %lu, rebuilt %lu\n", totals.loaded, totals.refused, totals.rebuilt);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_container", .mutate = mutate_container, .cut = cut_container, .summary = summary};
