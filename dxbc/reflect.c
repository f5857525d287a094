/*
 * RDEF: bound resources, constant buffers, their variables and types. Nothing here is needed to run a shader;
 * listings, `weft info` and the reflection API read it.
 *
 *   header | bindings | constant buffers -> variables -> types -> members -> types ...
 *
 * Types are shared: each offset is read once. Hostile tables can name one list many times, so the total of
 * variables, members and interfaces is limited by the size of the chunk, and the depth of types by a
 * constant.
 */
#include "loader.h"

enum { MAX_TYPE_DEPTH = 64, MEMBER_BYTES = 12, CBUFFER_BYTES = 24 };

struct rdef {
    struct loader *loader;
    const struct dxbc_chunk *chunk;
    struct byte_view view;
    bool model_5; /* the longer descriptors of shader model 5 */
    uint32_t binding_bytes, variable_bytes, type_bytes;
    const struct dxbc_type **types; /* by offset / 4; NULL: not read yet */
    uint64_t budget;                /* list entries that may still be made */
    uint32_t type_count, member_count;
};

static enum diag_code rdef_fault(struct rdef *rdef, uint64_t offset, const char *text)
{
    return diag_set(rdef->loader->diag, DIAG_REFLECTION, rdef->chunk->offset + (size_t)offset,
                    DIAG_NO_INSTRUCTION, "RDEF: %s", text);
}

/* A list of count entries of entry_bytes in the chunk, size bytes each in memory. */
static enum diag_code new_list(struct rdef *rdef, uint64_t offset, uint32_t count, uint32_t entry_bytes,
                               size_t size, void *list)
{
    if (!view_holds(&rdef->view, offset, (uint64_t)count * entry_bytes))
        return rdef_fault(rdef, offset, "a table runs past the end of the chunk");
    if (count > rdef->budget)
        return rdef_fault(rdef, offset, "its tables hold more entries than a chunk of this size can have");
    rdef->budget -= count;
    void *memory = dxbc_arena_alloc(rdef->loader->arena, count, size);
    if (!memory)
        return loader_no_memory(rdef->loader);
    *(void **)list = memory;
    return DIAG_OK;
}

static bool read_name(const struct rdef *rdef, uint64_t offset, const char **name)
{
    *name = view_string(&rdef->view, view_word(&rdef->view, offset));
    return *name != NULL;
}

static enum diag_code read_type(struct rdef *rdef, uint64_t offset, unsigned depth,
                                const struct dxbc_type **out);

static enum diag_code read_members(struct rdef *rdef, uint64_t offset, unsigned depth, struct dxbc_type *type)
{
    struct dxbc_member *members = NULL;
    enum diag_code code =
        new_list(rdef, offset, type->member_count, MEMBER_BYTES, sizeof(*members), &members);
    type->members = members;
    for (uint32_t i = 0; code == DIAG_OK && i < type->member_count; ++i, offset += MEMBER_BYTES) {
        if (!read_name(rdef, offset, &members[i].name))
            return rdef_fault(rdef, offset, "a member has no name inside the chunk");
        members[i].offset = view_word(&rdef->view, offset + 8);
        members[i].number = rdef->member_count++;
        code = read_type(rdef, view_word(&rdef->view, offset + 4), depth + 1, &members[i].type);
    }
    return code;
}

/* The fields that shader model 5 adds: name, and for classes what they derive from. */
static enum diag_code read_class(struct rdef *rdef, uint64_t offset, unsigned depth, struct dxbc_type *type)
{
    const uint32_t sub_type = view_word(&rdef->view, offset + 16), base = view_word(&rdef->view, offset + 20);
    const uint32_t count = view_word(&rdef->view, offset + 24), list = view_word(&rdef->view, offset + 28);
    if (view_word(&rdef->view, offset + 32) && !read_name(rdef, offset + 32, &type->name))
        return rdef_fault(rdef, offset, "a type has no name inside the chunk");
    enum diag_code code = DIAG_OK;
    if (sub_type)
        code = read_type(rdef, sub_type, depth + 1, &type->sub_type);
    if (code == DIAG_OK && base)
        code = read_type(rdef, base, depth + 1, &type->base_class);
    const struct dxbc_type **interfaces = NULL;
    if (code == DIAG_OK && count) {
        code = new_list(rdef, list, count, 4, sizeof(*interfaces), &interfaces);
        type->interface_count = count;
        type->interfaces = interfaces;
    }
    for (uint32_t i = 0; code == DIAG_OK && i < count; ++i)
        code = read_type(rdef, view_word(&rdef->view, list + 4 * (uint64_t)i), depth + 1, &interfaces[i]);
    return code;
}

static enum diag_code read_type(struct rdef *rdef, uint64_t offset, unsigned depth,
                                const struct dxbc_type **out)
{
    const struct byte_view *view = &rdef->view;
    if (offset % 4 || !view_holds(view, offset, rdef->type_bytes))
        return rdef_fault(rdef, offset, "a type runs past the end of the chunk");
    if (rdef->types[offset / 4]) {
        *out = rdef->types[offset / 4];
        return DIAG_OK;
    }
    if (depth > MAX_TYPE_DEPTH)
        return rdef_fault(rdef, offset, "types are nested too deeply");
    struct dxbc_type *type = dxbc_arena_alloc(rdef->loader->arena, 1, sizeof(*type));
    if (!type)
        return loader_no_memory(rdef->loader);
    const uint32_t kind = view_word(view, offset), shape = view_word(view, offset + 4);
    const uint32_t counts = view_word(view, offset + 8);
    type->class_ = kind & 0xffff;
    type->type = kind >> 16 & 0xffff;
    type->rows = shape & 0xffff;
    type->columns = shape >> 16 & 0xffff;
    type->elements = counts & 0xffff;
    type->member_count = counts >> 16 & 0xffff;
    enum diag_code code = read_members(rdef, view_word(view, offset + 12), depth, type);
    if (code == DIAG_OK && rdef->model_5)
        code = read_class(rdef, offset, depth, type);
    type->number = rdef->type_count++;
    /* Known only now: a type that holds itself runs into the depth limit. */
    rdef->types[offset / 4] = type;
    *out = type;
    return code;
}

static enum diag_code read_variable(struct rdef *rdef, uint64_t offset, struct dxbc_variable *out)
{
    const struct byte_view *view = &rdef->view;
    if (!read_name(rdef, offset, &out->name))
        return rdef_fault(rdef, offset, "a variable has no name inside the chunk");
    out->offset = view_word(view, offset + 4);
    out->size = view_word(view, offset + 8);
    out->flags = view_word(view, offset + 12);
    const uint32_t value = view_word(view, offset + 20);
    if (value && !view_holds(view, value, out->size))
        return rdef_fault(rdef, offset, "a default value runs past the end of the chunk");
    out->default_value = value ? view->bytes + value : NULL;
    out->start_texture = out->start_sampler = UINT32_MAX;
    if (rdef->model_5) {
        out->start_texture = view_word(view, offset + 24);
        out->texture_count = view_word(view, offset + 28);
        out->start_sampler = view_word(view, offset + 32);
        out->sampler_count = view_word(view, offset + 36);
    }
    return read_type(rdef, view_word(view, offset + 16), 0, &out->type);
}

static enum diag_code read_cbuffer(struct rdef *rdef, uint64_t offset, struct dxbc_cbuffer_info *out)
{
    const struct byte_view *view = &rdef->view;
    if (!read_name(rdef, offset, &out->name))
        return rdef_fault(rdef, offset, "a constant buffer has no name inside the chunk");
    out->variable_count = view_word(view, offset + 4);
    out->size = view_word(view, offset + 12);
    out->flags = view_word(view, offset + 16);
    out->type = view_word(view, offset + 20);
    const uint32_t list = view_word(view, offset + 8);
    struct dxbc_variable *variables = NULL;
    enum diag_code code =
        new_list(rdef, list, out->variable_count, rdef->variable_bytes, sizeof(*variables), &variables);
    out->variables = variables;
    for (uint32_t i = 0; code == DIAG_OK && i < out->variable_count; ++i)
        code = read_variable(rdef, list + (uint64_t)i * rdef->variable_bytes, &variables[i]);
    return code;
}

static enum diag_code read_binding(struct rdef *rdef, uint64_t offset, struct dxbc_binding *out)
{
    const struct byte_view *view = &rdef->view;
    if (!read_name(rdef, offset, &out->name))
        return rdef_fault(rdef, offset, "a resource has no name inside the chunk");
    out->type = view_word(view, offset + 4);
    out->return_type = view_word(view, offset + 8);
    out->dimension = view_word(view, offset + 12);
    out->sample_count = view_word(view, offset + 16);
    out->bind_point = view_word(view, offset + 20);
    out->bind_count = view_word(view, offset + 24);
    out->flags = view_word(view, offset + 28);
    if (rdef->binding_bytes >= 40) {
        out->space = view_word(view, offset + 32);
        out->id = view_word(view, offset + 36);
    }
    return DIAG_OK;
}

static enum diag_code read_header(struct rdef *rdef, struct dxbc_reflection *out)
{
    const struct byte_view *view = &rdef->view;
    uint32_t creator;
    if (!view_u32(view, 24, &creator))
        return rdef_fault(rdef, 0, "the header runs past the end of the chunk");
    out->target = view_word(view, 16);
    out->flags = view_word(view, 20);
    out->creator = view_string(view, creator);
    if (!out->creator)
        return rdef_fault(rdef, 24, "the creator's name is not inside the chunk");
    rdef->model_5 = (out->target >> 8 & 255) >= 5;
    rdef->binding_bytes = 32;
    rdef->variable_bytes = 24;
    rdef->type_bytes = 16;
    if (!rdef->model_5)
        return DIAG_OK;
    if (!view_u32(view, 56, &out->interface_slot_count))
        return rdef_fault(rdef, 0, "the header runs past the end of the chunk");
    rdef->binding_bytes = view_word(view, 40);
    rdef->variable_bytes = view_word(view, 44);
    rdef->type_bytes = view_word(view, 48);
    if (view_word(view, 36) != CBUFFER_BYTES || rdef->binding_bytes < 32 || rdef->binding_bytes > 64 ||
        rdef->variable_bytes != 40 || rdef->type_bytes != 36 || view_word(view, 52) != MEMBER_BYTES)
        return rdef_fault(rdef, 28,
                          "the header states descriptor sizes that are not those of shader model 5");
    return DIAG_OK;
}

static enum diag_code read_tables(struct rdef *rdef, struct dxbc_reflection *out)
{
    const uint32_t cbuffer_list = view_word(&rdef->view, 4), binding_list = view_word(&rdef->view, 12);
    out->cbuffer_count = view_word(&rdef->view, 0);
    out->binding_count = view_word(&rdef->view, 8);

    struct dxbc_binding *bindings = NULL;
    enum diag_code code =
        new_list(rdef, binding_list, out->binding_count, rdef->binding_bytes, sizeof(*bindings), &bindings);
    out->bindings = bindings;
    for (uint32_t i = 0; code == DIAG_OK && i < out->binding_count; ++i)
        code = read_binding(rdef, binding_list + (uint64_t)i * rdef->binding_bytes, &bindings[i]);

    struct dxbc_cbuffer_info *cbuffers = NULL;
    if (code == DIAG_OK)
        code = new_list(rdef, cbuffer_list, out->cbuffer_count, CBUFFER_BYTES, sizeof(*cbuffers), &cbuffers);
    out->cbuffers = cbuffers;
    for (uint32_t i = 0; code == DIAG_OK && i < out->cbuffer_count; ++i)
        code = read_cbuffer(rdef, cbuffer_list + (uint64_t)i * CBUFFER_BYTES, &cbuffers[i]);
    return code;
}

enum diag_code dxbc_read_reflection(struct loader *loader, const struct dxbc_chunk *chunk,
                                    struct dxbc_reflection *out)
{
    struct rdef rdef = {.loader = loader, .chunk = chunk, .view = loader_chunk_view(loader, chunk)};
    rdef.budget = chunk->size;
    rdef.types = dxbc_arena_alloc(loader->scratch, chunk->size / 4 + 1, sizeof(*rdef.types));
    if (!rdef.types)
        return loader_no_memory(loader);
    enum diag_code code = read_header(&rdef, out);
    if (code == DIAG_OK)
        code = read_tables(&rdef, out);
    out->type_count = rdef.type_count;
    out->member_count = rdef.member_count;
    out->present = code == DIAG_OK;
    return code;
}
