/*
 * Signatures: which registers carry which semantics. One reader for all seven chunk names; they differ in two
 * optional fields.
 *
 *   count | 8 | elements: [stream] name index system-value type register masks [min precision]
 *   ISGN, OSGN, PCSG: neither; OSG5: stream; ISG1, OSG1, PSG1: both
 */
#include "loader.h"

struct element_layout {
    uint32_t size;
    bool stream, min_precision;
};

static struct element_layout layout_of(uint32_t fourcc)
{
    switch (fourcc >> 24) {
    case '5':
        return (struct element_layout){28, true, false};
    case '1':
        return (struct element_layout){32, true, true};
    default:
        return (struct element_layout){24, false, false};
    }
}

/* Reads the element at offset; false when it or its name runs past the chunk. */
static bool read_element(const struct byte_view *view, uint64_t offset, const struct element_layout *layout,
                         struct dxbc_signature_element *out)
{
    if (!view_holds(view, offset, layout->size))
        return false;
    if (layout->min_precision)
        out->min_precision = view_word(view, offset + 28);
    if (layout->stream) {
        out->stream = view_word(view, offset);
        offset += 4;
    }
    out->name = view_string(view, view_word(view, offset));
    out->index = view_word(view, offset + 4);
    out->system_value = view_word(view, offset + 8);
    out->component_type = view_word(view, offset + 12);
    out->reg = view_word(view, offset + 16);
    const uint32_t masks = view_word(view, offset + 20);
    out->mask = masks & 15;
    out->rw_mask = masks >> 8 & 15;
    return out->name != NULL;
}

enum diag_code dxbc_read_signature(struct loader *loader, const struct dxbc_chunk *chunk,
                                   struct dxbc_signature *out)
{
    const struct byte_view view = loader_chunk_view(loader, chunk);
    const struct element_layout layout = layout_of(chunk->fourcc);
    uint32_t count, first;
    if (!view_u32(&view, 0, &count) || !view_u32(&view, 4, &first) ||
        !view_holds(&view, first, (uint64_t)count * layout.size))
        return diag_set(loader->diag, DIAG_SIGNATURE, chunk->offset, DIAG_NO_INSTRUCTION,
                        "a signature's elements run past the end of their chunk");
    struct dxbc_signature_element *elements = dxbc_arena_alloc(loader->arena, count, sizeof(*elements));
    if (!elements)
        return loader_no_memory(loader);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t offset = first + (uint64_t)i * layout.size;
        if (!read_element(&view, offset, &layout, &elements[i]))
            return diag_set(loader->diag, DIAG_SIGNATURE, chunk->offset + (size_t)offset, DIAG_NO_INSTRUCTION,
                            "signature element %u has no name inside its chunk", i);
    }
    out->count = count;
    out->elements = elements;
    out->present = true;
    return DIAG_OK;
}
