/*
 * The end of assembling: chunks in the compiler's order, and the container around them with its checksum.
 *
 * Where the text has .chunk directives they alone say what the container holds; where it has none, the
 * signatures, the program, the needed features and the statistics that a header tells of are built.
 */
#include <stdlib.h>
#include <string.h>

#include "assemble.h"

#define FOURCC(text)                                                                                         \
    ((uint32_t)(text)[0] | (uint32_t)(text)[1] << 8 | (uint32_t)(text)[2] << 16 | (uint32_t)(text)[3] << 24)

enum { PADDING = 0xab };
enum {
    FLAG_DOUBLE = 1 << 12,
    FLAG_RAW = 1 << 14,
    FLAG_MIN_PRECISION = 1 << 16,
    FLAG_11_1_DOUBLE = 1 << 17,
    FLAG_11_1_SHADER = 1 << 18
};
enum {
    FEATURE_DOUBLE = 1,
    FEATURE_RAW_4 = 2,
    FEATURE_MIN_PRECISION = 16,
    FEATURE_11_1_DOUBLE = 32,
    FEATURE_11_1_SHADER = 64
};

static struct asm_chunk *add_chunk(struct assembler *assembler, const char *name)
{
    struct asm_chunk *chunk = &assembler->chunks[assembler->chunk_count++];
    *chunk = (struct asm_chunk){.fourcc = FOURCC(name), .data.arena = assembler->arena};
    return chunk;
}

/* ---- signatures ---- */

/* Names behind the elements, each once. Offsets are from the start of the chunk. */
struct name_pool {
    char *bytes;
    uint32_t used, start;
};

static uint32_t pool_offset(struct name_pool *pool, const char *name)
{
    for (uint32_t at = 0; at < pool->used; at += (uint32_t)strlen(pool->bytes + at) + 1) {
        if (!strcmp(pool->bytes + at, name))
            return pool->start + at;
    }
    const uint32_t at = pool->used;
    strcpy(pool->bytes + at, name);
    pool->used += (uint32_t)strlen(name) + 1;
    return pool->start + at;
}

static bool build_signature(struct assembler *assembler, const struct asm_elements *list, const char *name,
                            bool inverted)
{
    struct asm_chunk *chunk = add_chunk(assembler, name);
    const bool stream = name[3] == '5' || name[3] == '1', precision = name[3] == '1';
    const uint32_t element_words = 6 + stream + precision;
    size_t room = 4;
    for (uint32_t i = 0; i < list->count; ++i)
        room += strlen(list->elements[i].name) + 1;
    struct name_pool pool = {dxbc_arena_alloc(assembler->arena, room, 1), 0,
                             8 + 4 * element_words * list->count};
    if (!pool.bytes)
        return false;
    token_put(&chunk->data, list->count);
    token_put(&chunk->data, 8);
    for (uint32_t i = 0; i < list->count; ++i) {
        const struct dxbc_signature_element *element = &list->elements[i];
        const uint32_t rw_mask = inverted ? ~(uint32_t)element->rw_mask & 15 : element->rw_mask;
        if (stream)
            token_put(&chunk->data, element->stream);
        token_put(&chunk->data, pool_offset(&pool, element->name));
        token_put(&chunk->data, element->index);
        token_put(&chunk->data, element->system_value);
        token_put(&chunk->data, element->component_type);
        token_put(&chunk->data, element->reg);
        token_put(&chunk->data, element->mask | rw_mask << 8);
        if (precision)
            token_put(&chunk->data, element->min_precision);
    }
    while (pool.used % 4)
        pool.bytes[pool.used++] = (char)PADDING;
    for (uint32_t i = 0; i < pool.used; i += 4) {
        const uint8_t *at = (const uint8_t *)pool.bytes + i;
        token_put(&chunk->data, at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
    }
    return true;
}

static bool build_signatures(struct assembler *assembler)
{
    const struct dxbc_program *program = &assembler->program;
    struct asm_elements *lists = assembler->signatures;
    const bool tessellation = program->stage == DXBC_HS || program->stage == DXBC_DS;
    bool any = false, precise = assembler->global_flags & FLAG_MIN_PRECISION;
    for (unsigned i = 0; i < ASM_SIGNATURE_COUNT; ++i)
        any |= lists[i].present;
    if (!any)
        lists = assembler->declared;
    for (unsigned i = 0; i < ASM_SIGNATURE_COUNT; ++i)
        precise |= lists[i].min_precision;
    const bool streams = program->stage == DXBC_GS && program->major == 5;
    bool ok = build_signature(assembler, &lists[ASM_INPUT], precise ? "ISG1" : "ISGN", false);
    if (ok && program->stage == DXBC_DS)
        ok = build_signature(assembler, &lists[ASM_PATCH_CONSTANT], precise ? "PSG1" : "PCSG", false);
    if (ok)
        ok = build_signature(assembler, &lists[ASM_OUTPUT],
                             precise   ? "OSG1"
                             : streams ? "OSG5"
                                       : "OSGN",
                             true);
    if (ok && tessellation && program->stage == DXBC_HS)
        ok = build_signature(assembler, &lists[ASM_PATCH_CONSTANT], precise ? "PSG1" : "PCSG", true);
    return ok;
}

/* ---- the other chunks ---- */

static void add_program(struct assembler *assembler)
{
    const bool newer = assembler->program.major == 5 || assembler->program.stage == DXBC_CS ||
                       assembler->global_flags & (FLAG_RAW | FLAG_MIN_PRECISION);
    struct asm_chunk *chunk = add_chunk(assembler, newer ? "SHEX" : "SHDR");
    chunk->is_program = true;
}

/* What a header says is needed; without one, what the global flags say. */
static uint64_t needed_features(const struct assembler *assembler)
{
    const struct {
        uint32_t flag, feature;
    } map[] = {{FLAG_DOUBLE, FEATURE_DOUBLE},
               {FLAG_MIN_PRECISION, FEATURE_MIN_PRECISION},
               {FLAG_11_1_DOUBLE, FEATURE_11_1_DOUBLE},
               {FLAG_11_1_SHADER, FEATURE_11_1_SHADER}};
    uint64_t features = assembler->feature_flags;
    for (size_t i = 0; !assembler->header_seen && i < sizeof(map) / sizeof(map[0]); ++i) {
        if (assembler->global_flags & map[i].flag)
            features |= map[i].feature;
    }
    /* The header does not tell of raw buffers in shader model 4. */
    if (assembler->program.major == 4 && assembler->program.stage != DXBC_CS &&
        assembler->global_flags & FLAG_RAW)
        features |= FEATURE_RAW_4;
    return features;
}

static void add_side_chunks(struct assembler *assembler)
{
    const uint64_t features = needed_features(assembler);
    if (features) {
        struct asm_chunk *chunk = add_chunk(assembler, "SFI0");
        token_put(&chunk->data, (uint32_t)features);
        token_put(&chunk->data, (uint32_t)(features >> 32));
    }
    assembler->stat[DXBC_STAT_INSTRUCTIONS] = assembler->slots;
    struct asm_chunk *chunk = add_chunk(assembler, "STAT");
    token_put_all(&chunk->data, assembler->stat,
                  assembler->program.major == 4 ? DXBC_STAT_WORDS_4 : DXBC_STAT_WORDS_5);
}

/* ---- the container ---- */

static enum diag_code write_container(struct assembler *assembler, struct dxbc_assembly *out)
{
    struct dxbc_part parts[ASM_MAX_CHUNKS];
    for (uint32_t i = 0; i < assembler->chunk_count; ++i) {
        struct asm_chunk *chunk = &assembler->chunks[i];
        if (chunk->is_program)
            chunk->data = assembler->tokens;
        if (chunk->data.failed)
            return DIAG_NO_MEMORY;
        const bool own_size = chunk->size > 0 && !chunk->is_program;
        parts[i] = (struct dxbc_part){chunk->fourcc, own_size ? chunk->size : 4 * chunk->data.count,
                                      chunk->data.words};
    }
    out->bytes = dxbc_build(parts, assembler->chunk_count, &out->size);
    return out->bytes ? DIAG_OK : DIAG_NO_MEMORY;
}

enum diag_code asm_build_container(struct assembler *assembler, struct dxbc_assembly *out)
{
    bool has_program = false;
    for (uint32_t i = 0; i < assembler->chunk_count; ++i)
        has_program |= assembler->chunks[i].is_program;
    if (assembler->chunk_count == 0) {
        if (assembler->binding_count)
            asm_put_reflection(assembler, &add_chunk(assembler, "RDEF")->data);
        if (!build_signatures(assembler))
            return DIAG_NO_MEMORY;
        add_program(assembler);
        add_side_chunks(assembler);
    } else if (!has_program) {
        if (assembler->chunk_count == ASM_MAX_CHUNKS) {
            asm_error_at(&assembler->reader, assembler->reader.at, "no room for the program's chunk");
            return DIAG_TEXT;
        }
        add_program(assembler);
    }
    out->instr_count = assembler->lines.count;
    out->lines = dxbc_alloc_bytes((assembler->lines.count + 1) * sizeof(*out->lines));
    enum diag_code code = DIAG_NO_MEMORY;
    if (out->lines) {
        if (assembler->lines.count)
            memcpy(out->lines, assembler->lines.words, assembler->lines.count * sizeof(*out->lines));
        code = write_container(assembler, out);
    }
    if (code != DIAG_OK)
        dxbc_assembly_free(out);
    return code;
}
