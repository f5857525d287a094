/*
 * The container: header, digest, table of chunks; and dxbc_load(), which leads through all the other parts.
 *
 *   "DXBC" | digest 16 | 1 | total bytes | n | n offsets | chunks: fourcc, size, data
 *
 * Chunks that nobody here knows are kept in the table and skipped. Of several with one name the first wins.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "loader.h"

#define FOURCC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum { HEADER_BYTES = 32, CHUNK_HEADER_BYTES = 8 };

/* A shader and the arena that it lives in. */
struct loaded {
    struct dxbc_shader shader;
    struct dxbc_arena arena;
};

enum diag_code loader_no_memory(struct loader *loader)
{
    return diag_set(loader->diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "out of memory");
}

enum diag_code loader_fault(struct loader *loader, enum dxbc_rule rule, uint32_t index, const char *format,
                            ...)
{
    char text[sizeof(loader->diag->text)];
    const size_t offset = index == DIAG_NO_INSTRUCTION ? 0 : loader->instrs[index].offset;
    const bool first = loader->diag && loader->diag->code == DIAG_OK;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (first)
        loader->diag->rule = (uint16_t)rule;
    return diag_set(loader->diag, dxbc_rule_code(rule), offset, index, "%s", text);
}

enum diag_code loader_flow_fault(struct loader *loader, enum dxbc_rule rule, uint32_t index, const char *text)
{
    return loader_fault(loader, rule, index, "%s %s",
                        dxbc_opcode_info(loader->instrs[index].opcode)->mnemonic, text);
}

enum diag_code loader_go_on(struct loader *loader, enum diag_code code)
{
    enum { FIRST_ROOM = 16 };
    struct findings *findings = loader->findings;
    if (code == DIAG_OK || code == DIAG_NO_MEMORY || !findings)
        return code;
    if (findings->count == DXBC_LIMIT_FINDINGS) {
        findings->incomplete = true;
    } else if (findings->count == findings->room) {
        const uint32_t room = findings->room ? 2 * findings->room : FIRST_ROOM;
        struct diag *items = dxbc_alloc_bytes(room * sizeof(*items));
        if (!items)
            return loader_no_memory(loader);
        if (findings->count)
            memcpy(items, findings->items, findings->count * sizeof(*items));
        free(findings->items);
        findings->items = items;
        findings->room = room;
    }
    if (!findings->incomplete) {
        findings->items[findings->count] = *loader->diag;
        findings->items[findings->count++].rule = (uint16_t)dxbc_rule_of(loader->diag);
    }
    findings->refusals += code != DIAG_ADVICE;
    memset(loader->diag, 0, sizeof(*loader->diag));
    return DIAG_OK;
}

enum diag_code loader_advise(struct loader *loader, enum dxbc_rule rule, uint32_t index, const char *format,
                             ...)
{
    char text[sizeof(loader->diag->text)];
    va_list args;
    if (!loader->findings)
        return DIAG_OK;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    return loader_go_on(loader, loader_fault(loader, rule, index, "%s", text));
}

struct byte_view loader_chunk_view(const struct loader *loader, const struct dxbc_chunk *chunk)
{
    return (struct byte_view){loader->shader->bytes + chunk->offset, chunk->size};
}

static enum diag_code container_fault(struct loader *loader, enum diag_code code, size_t offset,
                                      const char *text)
{
    return diag_set(loader->diag, code, offset, DIAG_NO_INSTRUCTION, "%s", text);
}

/* Fills shader->bytes and ->size with our own copy, cut to the size that the header states. */
static enum diag_code read_header(struct loader *loader, const void *bytes, size_t size)
{
    const struct byte_view view = {bytes, size};
    uint32_t magic;
    if (!view_u32(&view, 0, &magic) || !view_holds(&view, 0, HEADER_BYTES))
        return diag_set(loader->diag, DIAG_CONTAINER_TRUNCATED, size, DIAG_NO_INSTRUCTION,
                        "the file has %zu bytes, a container at least %d", size, HEADER_BYTES);
    if (magic != FOURCC('D', 'X', 'B', 'C'))
        return diag_set(loader->diag, DIAG_CONTAINER_MAGIC, 0, DIAG_NO_INSTRUCTION,
                        "not a DXBC container: it starts with 0x%08x", magic);
    const uint32_t version = view_word(&view, 20), total = view_word(&view, 24);
    if (version != 1)
        return diag_set(loader->diag, DIAG_CONTAINER_VERSION, 20, DIAG_NO_INSTRUCTION,
                        "container version %u.%u, expected 1.0", version & 0xffff, version >> 16);
    if (total < HEADER_BYTES || total > DXBC_LIMIT_CONTAINER_BYTES)
        return diag_set(loader->diag, DIAG_CONTAINER_SIZE, 24, DIAG_NO_INSTRUCTION,
                        "the header states a size of %u bytes, allowed are %d to %d", total, HEADER_BYTES,
                        DXBC_LIMIT_CONTAINER_BYTES);
    if (total > size)
        return diag_set(loader->diag, DIAG_CONTAINER_TRUNCATED, 24, DIAG_NO_INSTRUCTION,
                        "the header states a size of %u bytes, the file has %zu", total, size);
    uint8_t *copy = dxbc_arena_alloc(loader->arena, total, 1);
    if (!copy)
        return loader_no_memory(loader);
    memcpy(copy, bytes, total);
    loader->shader->bytes = copy;
    loader->shader->size = total;
    return DIAG_OK;
}

static enum diag_code read_chunk_table(struct loader *loader)
{
    struct dxbc_shader *shader = loader->shader;
    const struct byte_view view = {shader->bytes, shader->size};
    const uint32_t count = view_word(&view, 28);
    if (!view_holds(&view, HEADER_BYTES, 4 * (uint64_t)count))
        return diag_set(loader->diag, DIAG_CONTAINER_CHUNK, 28, DIAG_NO_INSTRUCTION,
                        "a table of %u chunks does not fit into %zu bytes", count, shader->size);
    struct dxbc_chunk *chunks = dxbc_arena_alloc(loader->arena, count, sizeof(*chunks));
    if (!chunks)
        return loader_no_memory(loader);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t entry = HEADER_BYTES + 4 * i;
        const uint32_t offset = view_word(&view, entry);
        if (!view_u32(&view, offset, &chunks[i].fourcc) ||
            !view_u32(&view, (uint64_t)offset + 4, &chunks[i].size))
            return diag_set(loader->diag, DIAG_CONTAINER_CHUNK, entry, DIAG_NO_INSTRUCTION,
                            "chunk %u starts at 0x%x, past the end of the container", i, offset);
        chunks[i].offset = offset + CHUNK_HEADER_BYTES;
        if (!view_holds(&view, chunks[i].offset, chunks[i].size))
            return diag_set(loader->diag, DIAG_CONTAINER_CHUNK, (size_t)offset + 4, DIAG_NO_INSTRUCTION,
                            "chunk %u has %u bytes, the container ends earlier", i, chunks[i].size);
    }
    shader->chunk_count = count;
    shader->chunks = chunks;
    return DIAG_OK;
}

const struct dxbc_chunk *dxbc_find_chunk(const struct dxbc_shader *shader, uint32_t fourcc)
{
    for (uint32_t i = 0; i < shader->chunk_count; ++i) {
        if (shader->chunks[i].fourcc == fourcc)
            return &shader->chunks[i];
    }
    return NULL;
}

static const struct dxbc_chunk *find_chunk_of(const struct dxbc_shader *shader, uint32_t a, uint32_t b,
                                              uint32_t c)
{
    const struct dxbc_chunk *chunk = dxbc_find_chunk(shader, a);
    if (!chunk)
        chunk = dxbc_find_chunk(shader, b);
    return chunk ? chunk : dxbc_find_chunk(shader, c);
}

static enum diag_code find_program(struct loader *loader, const struct dxbc_chunk **out)
{
    const struct dxbc_shader *shader = loader->shader;
    if (dxbc_find_chunk(shader, FOURCC('D', 'X', 'I', 'L')))
        return container_fault(
            loader, DIAG_CONTAINER_DXIL, HEADER_BYTES,
            "the container holds DXIL (shader model 6), not DXBC instructions; compile for "
            "shader model 5.1 or lower with fxc");
    *out = find_chunk_of(shader, FOURCC('S', 'H', 'E', 'X'), FOURCC('S', 'H', 'D', 'R'), 0);
    if (!*out)
        return container_fault(loader, DIAG_CONTAINER_NO_PROGRAM, HEADER_BYTES,
                               "the container has no program (no SHEX or SHDR chunk)");
    return DIAG_OK;
}

/* Programs with debug instructions carry a digest of an unknown kind; any is accepted for them. program may be
 * NULL. */
static enum diag_code check_digest(struct loader *loader, const struct dxbc_chunk *program)
{
    const struct dxbc_shader *shader = loader->shader;
    uint8_t digest[16];
    dxbc_checksum(shader->bytes, shader->size, digest);
    if (!memcmp(digest, shader->bytes + 4, sizeof(digest)))
        return DIAG_OK;
    if (program) {
        const struct byte_view tokens = loader_chunk_view(loader, program);
        if (dxbc_has_debug_instructions(&tokens))
            return DIAG_OK;
    }
    return container_fault(loader, DIAG_CONTAINER_CHECKSUM, 4,
                           "wrong checksum: the container was changed or damaged after it was compiled");
}

static enum diag_code read_signatures(struct loader *loader)
{
    struct dxbc_shader *shader = loader->shader;
    const struct {
        const struct dxbc_chunk *chunk;
        struct dxbc_signature *out;
    } all[] = {
        {find_chunk_of(shader, FOURCC('I', 'S', 'G', 'N'), FOURCC('I', 'S', 'G', '1'), 0), &shader->input},
        {find_chunk_of(shader, FOURCC('O', 'S', 'G', 'N'), FOURCC('O', 'S', 'G', '5'),
                       FOURCC('O', 'S', 'G', '1')),
         &shader->output},
        {find_chunk_of(shader, FOURCC('P', 'C', 'S', 'G'), FOURCC('P', 'S', 'G', '1'), 0),
         &shader->patch_constant},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
        if (!all[i].chunk)
            continue;
        const enum diag_code code = dxbc_read_signature(loader, all[i].chunk, all[i].out);
        if (code != DIAG_OK)
            return code;
    }
    return DIAG_OK;
}

static enum diag_code read_small_chunks(struct loader *loader)
{
    struct dxbc_shader *shader = loader->shader;
    const struct dxbc_chunk *chunk = dxbc_find_chunk(shader, FOURCC('S', 'F', 'I', '0'));
    if (chunk) {
        const struct byte_view view = loader_chunk_view(loader, chunk);
        uint32_t low, high;
        if (!view_u32(&view, 0, &low) || !view_u32(&view, 4, &high))
            return container_fault(loader, DIAG_CONTAINER_CHUNK, chunk->offset,
                                   "the SFI0 chunk is not 8 bytes long");
        shader->feature_flags = (uint64_t)high << 32 | low;
    }
    chunk = dxbc_find_chunk(shader, FOURCC('S', 'T', 'A', 'T'));
    if (chunk) {
        const struct byte_view view = loader_chunk_view(loader, chunk);
        const uint32_t count = chunk->size / 4;
        uint32_t *words = dxbc_arena_alloc(loader->arena, count, sizeof(*words));
        if (!words)
            return loader_no_memory(loader);
        for (uint32_t i = 0; i < count; ++i)
            words[i] = view_word(&view, 4 * (uint64_t)i);
        shader->stat = words;
        shader->stat_count = count;
    }
    return DIAG_OK;
}

static enum diag_code read_side_chunks(struct loader *loader)
{
    struct dxbc_shader *shader = loader->shader;
    enum diag_code code = read_signatures(loader);
    if (code == DIAG_OK)
        code = read_small_chunks(loader);
    const struct dxbc_chunk *chunk = dxbc_find_chunk(shader, FOURCC('R', 'D', 'E', 'F'));
    if (code == DIAG_OK && chunk)
        code = dxbc_read_reflection(loader, chunk, &shader->reflection);
    chunk = dxbc_find_chunk(shader, FOURCC('I', 'F', 'C', 'E'));
    if (code == DIAG_OK && chunk)
        code = dxbc_read_interfaces(loader, chunk, &shader->interfaces);
    return code;
}

/* Once instructions are decoded, each check stands for itself, except for the last one. */
static enum diag_code check_program(struct loader *loader)
{
    enum diag_code code = loader_go_on(loader, dxbc_resolve_flow(loader));
    if (code == DIAG_OK)
        code = loader_go_on(loader, dxbc_validate(loader));
    const bool sound = !loader->findings || loader->findings->refusals == 0;
    return code == DIAG_OK && sound ? loader_go_on(loader, dxbc_check_barriers(loader)) : code;
}

static enum diag_code load(struct loader *loader, const void *bytes, size_t size, unsigned flags)
{
    const struct dxbc_chunk *program = NULL;
    enum diag_code code = read_header(loader, bytes, size);
    if (code == DIAG_OK)
        code = read_chunk_table(loader);
    if (code == DIAG_OK && flags & DXBC_LOAD_CHUNKS)
        return check_digest(loader, find_chunk_of(loader->shader, FOURCC('S', 'H', 'E', 'X'),
                                                  FOURCC('S', 'H', 'D', 'R'), 0));
    if (code == DIAG_OK)
        code = find_program(loader, &program);
    if (code == DIAG_OK && !(flags & DXBC_LOAD_IGNORE_CHECKSUM))
        code = loader_go_on(loader, check_digest(loader, program));
    if (code == DIAG_OK)
        code = loader_go_on(loader, read_side_chunks(loader));
    if (code == DIAG_OK)
        code = dxbc_decode(loader, program);
    if (code == DIAG_OK)
        code = dxbc_collect_declarations(loader);
    return code == DIAG_OK ? check_program(loader) : code;
}

enum diag_code dxbc_load(const void *bytes, size_t size, unsigned flags, struct dxbc_shader **out,
                         struct diag *diag)
{
    *out = NULL;
    if (diag)
        memset(diag, 0, sizeof(*diag));
    struct dxbc_arena arena = {0}, scratch = {0};
    struct loaded *loaded = dxbc_arena_alloc(&arena, 1, sizeof(*loaded));
    struct loader loader = {
        .arena = &arena, .scratch = &scratch, .shader = loaded ? &loaded->shader : NULL, .diag = diag};
    if (!loaded)
        return loader_no_memory(&loader);
    const enum diag_code code = load(&loader, bytes, size, flags);
    dxbc_arena_release(&scratch);
    if (code != DIAG_OK) {
        dxbc_arena_release(&arena);
        return code;
    }
    loaded->arena = arena;
    *out = &loaded->shader;
    return DIAG_OK;
}

enum diag_code dxbc_check(const void *bytes, size_t size, struct dxbc_report *out)
{
    struct dxbc_arena arena = {0}, scratch = {0};
    struct diag diag = {0};
    struct findings findings = {0};
    struct dxbc_shader *shader = dxbc_arena_alloc(&arena, 1, sizeof(*shader));
    struct loader loader = {
        .arena = &arena, .scratch = &scratch, .shader = shader, .diag = &diag, .findings = &findings};
    *out = (struct dxbc_report){0};
    enum diag_code code = DIAG_NO_MEMORY;
    if (shader)
        code = loader_go_on(&loader, load(&loader, bytes, size, 0));
    dxbc_arena_release(&scratch);
    dxbc_arena_release(&arena);
    if (code != DIAG_OK) {
        free(findings.items);
        return code;
    }
    out->items = findings.items;
    out->count = findings.count;
    out->refusals = findings.refusals;
    out->incomplete = findings.incomplete;
    return DIAG_OK;
}

void dxbc_report_free(struct dxbc_report *report)
{
    free(report->items);
    *report = (struct dxbc_report){0};
}

void dxbc_free(struct dxbc_shader *shader)
{
    if (!shader)
        return;
    struct dxbc_arena arena = ((struct loaded *)shader)->arena; /* the shader itself lies in it */
    dxbc_arena_release(&arena);
}
