/*
 * IFCE: class linkage. Class types, the instances that the HLSL declares, and for each interface slot the
 * types that may stand in it together with the function table that each of them brings.
 *
 *   counts: instances, types, slot records, slots | offsets: instances, types, slot records | 0 | constant
 */
#include "loader.h"

enum { TYPE_BYTES = 12, INSTANCE_BYTES = 16, SLOT_BYTES = 16, HEADER_BYTES = 28 };

struct ifce {
    struct loader *loader;
    const struct dxbc_chunk *chunk;
    struct byte_view view;
};

static enum diag_code ifce_fault(struct ifce *ifce, uint64_t offset, const char *text)
{
    return diag_set(ifce->loader->diag, DIAG_INTERFACES, ifce->chunk->offset + (size_t)offset,
                    DIAG_NO_INSTRUCTION, "IFCE: %s", text);
}

static uint16_t view_half(const struct byte_view *view, uint64_t offset)
{
    uint16_t value = 0;
    view_u16(view, offset, &value);
    return value;
}

static enum diag_code read_types(struct ifce *ifce, uint64_t offset, struct dxbc_interfaces *out)
{
    struct dxbc_class_type *types = dxbc_arena_alloc(ifce->loader->arena, out->type_count, sizeof(*types));
    if (!types)
        return loader_no_memory(ifce->loader);
    for (uint32_t i = 0; i < out->type_count; ++i, offset += TYPE_BYTES) {
        types[i].name = view_string(&ifce->view, view_word(&ifce->view, offset));
        if (!types[i].name)
            return ifce_fault(ifce, offset, "a class type has no name inside the chunk");
        types[i].id = view_half(&ifce->view, offset + 4);
        types[i].cb_stride = view_half(&ifce->view, offset + 6);
        types[i].texture_stride = view_half(&ifce->view, offset + 8);
        types[i].sampler_stride = view_half(&ifce->view, offset + 10);
    }
    out->types = types;
    return DIAG_OK;
}

static enum diag_code read_instances(struct ifce *ifce, uint64_t offset, struct dxbc_interfaces *out)
{
    struct dxbc_class_instance *instances =
        dxbc_arena_alloc(ifce->loader->arena, out->instance_count, sizeof(*instances));
    if (!instances)
        return loader_no_memory(ifce->loader);
    for (uint32_t i = 0; i < out->instance_count; ++i, offset += INSTANCE_BYTES) {
        instances[i].name = view_string(&ifce->view, view_word(&ifce->view, offset));
        instances[i].type = view_half(&ifce->view, offset + 4);
        if (!instances[i].name || instances[i].type >= out->type_count)
            return ifce_fault(ifce, offset, "a class instance has no name or no type inside the chunk");
        instances[i].count = view_half(&ifce->view, offset + 6);
        instances[i].cb_slot = view_half(&ifce->view, offset + 8);
        instances[i].cb_offset = view_half(&ifce->view, offset + 10);
        instances[i].texture = view_half(&ifce->view, offset + 12);
        instances[i].sampler = view_half(&ifce->view, offset + 14);
    }
    out->instances = instances;
    return DIAG_OK;
}

static enum diag_code read_slot(struct ifce *ifce, uint64_t offset, const struct dxbc_interfaces *all,
                                struct dxbc_interface_slot *out)
{
    out->slot_count = view_word(&ifce->view, offset);
    out->type_count = view_word(&ifce->view, offset + 4);
    const uint32_t ids = view_word(&ifce->view, offset + 8), tables = view_word(&ifce->view, offset + 12);
    if (!view_holds(&ifce->view, ids, 2 * (uint64_t)out->type_count) ||
        !view_holds(&ifce->view, tables, 4 * (uint64_t)out->type_count))
        return ifce_fault(ifce, offset, "the types of an interface slot run past the end of the chunk");
    uint16_t *own_ids = dxbc_arena_alloc(ifce->loader->arena, out->type_count, sizeof(*own_ids));
    uint32_t *own_tables = dxbc_arena_alloc(ifce->loader->arena, out->type_count, sizeof(*own_tables));
    if (!own_ids || !own_tables)
        return loader_no_memory(ifce->loader);
    for (uint32_t i = 0; i < out->type_count; ++i) {
        own_ids[i] = view_half(&ifce->view, ids + 2 * (uint64_t)i);
        own_tables[i] = view_word(&ifce->view, tables + 4 * (uint64_t)i);
        if (own_ids[i] >= all->type_count)
            return ifce_fault(ifce, offset, "an interface slot names a class type that does not exist");
    }
    out->types = own_ids;
    out->tables = own_tables;
    return DIAG_OK;
}

/* Slot records could all name one long list of types; more than the chunk could hold apart is refused. */
static enum diag_code read_slots(struct ifce *ifce, uint64_t offset, struct dxbc_interfaces *out)
{
    struct dxbc_interface_slot *slots =
        dxbc_arena_alloc(ifce->loader->arena, out->slot_record_count, sizeof(*slots));
    uint64_t budget = ifce->chunk->size;
    if (!slots)
        return loader_no_memory(ifce->loader);
    for (uint32_t i = 0; i < out->slot_record_count; ++i, offset += SLOT_BYTES) {
        const uint32_t type_count = view_word(&ifce->view, offset + 4);
        if (type_count > budget)
            return ifce_fault(ifce, offset, "its slots hold more types than a chunk of this size can have");
        budget -= type_count;
        const enum diag_code code = read_slot(ifce, offset, out, &slots[i]);
        if (code != DIAG_OK)
            return code;
    }
    out->slots = slots;
    return DIAG_OK;
}

enum diag_code dxbc_read_interfaces(struct loader *loader, const struct dxbc_chunk *chunk,
                                    struct dxbc_interfaces *out)
{
    struct ifce ifce = {loader, chunk, loader_chunk_view(loader, chunk)};
    const struct byte_view *view = &ifce.view;
    if (!view_holds(view, 0, HEADER_BYTES))
        return ifce_fault(&ifce, 0, "the header runs past the end of the chunk");
    out->instance_count = view_word(view, 0);
    out->type_count = view_word(view, 4);
    out->slot_record_count = view_word(view, 8);
    out->slot_count = view_word(view, 12);
    const uint32_t instances = view_word(view, 16), types = view_word(view, 20), slots = view_word(view, 24);
    if (!view_holds(view, instances, (uint64_t)out->instance_count * INSTANCE_BYTES) ||
        !view_holds(view, types, (uint64_t)out->type_count * TYPE_BYTES) ||
        !view_holds(view, slots, (uint64_t)out->slot_record_count * SLOT_BYTES))
        return ifce_fault(&ifce, 0, "a table runs past the end of the chunk");
    enum diag_code code = read_types(&ifce, types, out);
    if (code == DIAG_OK)
        code = read_instances(&ifce, instances, out);
    if (code == DIAG_OK)
        code = read_slots(&ifce, slots, out);
    out->present = code == DIAG_OK;
    return code;
}
