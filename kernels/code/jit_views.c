/*
 * Bound views as generated code sees them, see jit_views.h.
 */
#include "jit_views.h"

#include <string.h>

#include "format.h"
#include "jit_layout.h"
#include "kernel.h"
#include "texel.h"
#include "view_info.h"

const struct kernel_view *jit_bound_view(const struct bindings *bindings,
                                         const struct lane_resource *resource)
{
    if (resource->file == DXBC_FILE_UAV)
        return resource->slot < KERNEL_UAVS ? &bindings->uavs[resource->slot] : NULL;
    return resource->slot < KERNEL_RESOURCES ? &bindings->resources[resource->slot] : NULL;
}

/* ---- buffers ---- */

static void open_typed(const struct kernel_view *view, struct jit_view *out)
{
    uint64_t words = view->size_bytes / 4;

    if (!lanes_is_word_buffer(view)) {
        out->slow = 1;
        return;
    }
    words = words < view->element_count ? words : view->element_count;
    if (words > JIT_MOST_WORDS) {
        out->slow = 1;
        return;
    }
    out->words = (uint32_t)words;
    memcpy(out->missing, view->format->out_of_bounds, sizeof(out->missing));
}

static uint32_t info_of(const struct kernel_view *view)
{
    uint32_t info[4];

    view_buffer_info(view, info);
    return info[0];
}

static void open_words(const struct kernel_view *view, uint32_t stride, struct jit_view *out)
{
    uint64_t words = view->size_bytes / 4, structures = 0;

    if (stride >= 4)
        structures = words / (stride / 4) < view->element_count ? words / (stride / 4) : view->element_count;
    if (words > JIT_MOST_WORDS) {
        out->slow = 1;
        return;
    }
    out->words = (uint32_t)words;
    out->structures = (uint32_t)structures;
}

/* ---- texels ---- */

static enum jit_texel_layout layout_of_channel(const struct format_channel *channel)
{
    if (channel->width == 32)
        return JIT_TEXEL_WORD;
    if (channel->width > 16 || channel->width < 2)
        return JIT_TEXEL_OTHER;
    switch (channel->kind) {
    case FORMAT_KIND_UNORM:
        return JIT_TEXEL_UNORM;
    case FORMAT_KIND_UINT:
    case FORMAT_KIND_SINT:
        return JIT_TEXEL_INTEGER;
    case FORMAT_KIND_FLOAT:
        return channel->width == 16 ? JIT_TEXEL_HALF : JIT_TEXEL_OTHER;
    default:
        return JIT_TEXEL_OTHER;
    }
}

/* Channels of 16 and 32 bits are looked for where they stand when there is no gap. */
static bool is_in_place(const struct format_info *format, unsigned c, enum jit_texel_layout layout)
{
    if (layout == JIT_TEXEL_WORD || layout == JIT_TEXEL_HALF)
        return format->channels[c].offset == format->channels[c].width * c;
    return format->block_bytes <= 4;
}

static bool is_four_bytes(const struct format_info *format)
{
    bool four = true;

    for (unsigned c = 0; c < 4; c++)
        four &= format->channels[c].width == 8 && format->channels[c].offset == 8 * c;
    return four;
}

/* The layout that all channels have. */
static enum jit_texel_layout layout_of(const struct format_info *format)
{
    enum jit_texel_layout layout = JIT_TEXEL_OTHER;
    bool any = false;

    if (!format->load || format->flags & FORMAT_IS_SHARED_EXPONENT)
        return JIT_TEXEL_OTHER;
    for (unsigned c = 0; c < 4; c++) {
        enum jit_texel_layout own = layout_of_channel(&format->channels[c]);

        if (!format->channels[c].width)
            continue;
        if ((any && own != layout) || !is_in_place(format, c, own))
            return JIT_TEXEL_OTHER;
        layout = own;
        any = true;
    }
    if (layout == JIT_TEXEL_UNORM && is_four_bytes(format))
        return JIT_TEXEL_UNORM8X4;
    return layout;
}

static void open_channels(const struct format_info *format, struct jit_texels *out)
{
    for (unsigned c = 0; c < 4; c++) {
        const struct format_channel *channel = &format->channels[c];

        out->fill[c] = channel->width ? 0 : format->out_of_bounds[c];
        out->shift[c] = channel->offset % 32;
        out->mask[c] = channel->width ? UINT32_MAX >> (32 - channel->width) : 0;
        out->largest[c] = (float)(channel->width ? out->mask[c] : 1);
        out->inverse[c] = 1 / out->largest[c];
        out->rest[c] = (float)(1.0 / (double)out->largest[c] - (double)out->inverse[c]);
        out->sign[c] = channel->width && channel->kind == FORMAT_KIND_SINT ? 1u << (channel->width - 1) : 0;
    }
}

/* False when the axis leaves what code can address, or nothing is there. */
static bool add_axis(struct jit_texels *out, enum jit_texel_axis axis, uint64_t count, uint64_t pitch,
                     uint64_t *end)
{
    out->count[axis] = (uint32_t)count;
    out->pitch[axis] = (uint32_t)pitch;
    if (!count || count > INT32_MAX || pitch > INT32_MAX)
        return false;
    *end += (count - 1) * pitch;
    return *end < INT32_MAX - 4;
}

static bool open_axes(const struct kernel_view *view, struct jit_texels *out, uint64_t *end)
{
    const struct kernel_mip *mip = view->mips;
    uint64_t samples = view->sample_count ? view->sample_count : 1, bytes = view->format->block_bytes;
    uint32_t axes = texel_axes(view->dimension);

    if (!view->mip_count || texel_first_mip(view))
        return false;
    if (!add_axis(out, JIT_TEXEL_X, mip->width, samples * bytes, end) ||
        !add_axis(out, JIT_TEXEL_SAMPLE, samples, bytes, end))
        return false;
    if (axes > 1 && !add_axis(out, JIT_TEXEL_Y, mip->height, mip->row_pitch, end))
        return false;
    if (axes > 2 && !add_axis(out, JIT_TEXEL_Z, texel_visible_depth(view, 0), mip->depth_pitch, end))
        return false;
    return !texel_has_slices(view->dimension) ||
           add_axis(out, JIT_TEXEL_SLICE, view->slice_count, view->array_pitch, end);
}

static bool locate_texels(const struct kernel_view *view, struct jit_texels *out)
{
    uint64_t bytes = view->format->block_bytes, begin = 0, end = bytes, count;

    if (view->kind == KERNEL_VIEW_TYPED_BUFFER) {
        count = view->size_bytes / bytes;
        if (count > view->element_count)
            count = view->element_count;
        if (!add_axis(out, JIT_TEXEL_X, count, bytes, &end))
            return false;
    } else {
        if (!open_axes(view, out, &end))
            return false;
        begin = view->mips->offset;
        if (texel_axes(view->dimension) > 2)
            begin += view->first_depth_slice * view->mips->depth_pitch;
    }
    out->first = (uintptr_t)(view->data + begin) % 4;
    out->base = view->data + begin - out->first;
    out->words = (uint32_t)((out->first + end + 3) / 4);
    return bytes < 4 ? (uintptr_t)(view->data + begin) % bytes == 0 : out->first == 0;
}

static void open_texels(const struct kernel_view *view, struct jit_texels *out)
{
    enum jit_texel_layout layout;

    if (!view->format)
        return;
    layout = layout_of(view->format);
    if (layout == JIT_TEXEL_OTHER || !locate_texels(view, out))
        return;
    open_channels(view->format, out);
    out->load_layout = layout;
    out->store_layout = view->format->store && view->format->block_bytes >= 4 ? layout : JIT_TEXEL_OTHER;
}

/* ---- all ---- */

/* Whole lines that go to memory past the caches are not read from there first, which is a quarter of what a dispatch
 * with two inputs moves. What may fit into a last cache is better off in it; what processors say of its size is no help:
 * that of all of them together. */
enum { STREAM_BYTES = 64 << 20 };

static void open_view(const struct kernel_dispatch *dispatch, const struct lane_resource *resource,
                      struct jit_view *out)
{
    const struct kernel_view *view = jit_bound_view(dispatch->bindings, resource);

    *out = (struct jit_view){.data = NULL};
    if (!view || view->kind == KERNEL_VIEW_NONE)
        return;
    out->data = view->data;
    out->alone = dispatch->alone || view->alone;
    if (!lanes_view_fits(view, resource)) {
        out->slow = out->misfit = 1;
        return;
    }
    if (view->kind != KERNEL_VIEW_TEXTURE)
        out->info = info_of(view);
    out->counter = view->counter;
    out->streams = view->size_bytes >= STREAM_BYTES;
    switch ((enum kernel_view_kind)view->kind) {
    case KERNEL_VIEW_RAW_BUFFER:
        open_words(view, 0, out);
        break;
    case KERNEL_VIEW_STRUCTURED_BUFFER:
        open_words(view, view->stride, out);
        break;
    case KERNEL_VIEW_TYPED_BUFFER:
        open_typed(view, out);
        open_texels(view, &out->texels);
        break;
    default:
        out->slow = 1;
        open_texels(view, &out->texels);
    }
}

void jit_open_views(const struct lane_program *program, const struct kernel_dispatch *dispatch,
                    struct jit_view *views)
{
    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (program->resources[i].file != DXBC_FILE_TGSM)
            open_view(dispatch, &program->resources[i], &views[i]);
    }
}
