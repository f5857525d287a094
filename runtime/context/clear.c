/*
 * ClearUnorderedAccessViewUint and Float, ClearRenderTargetView, ClearDepthStencilView and ClearView: one
 * element is built from the values, then repeated over the view or over rectangles of it.
 */
#include <math.h>
#include <string.h>

#include "checker.h"
#include "context.h"
#include "context_methods.h"
#include "dxbc.h"
#include "format.h"

enum { MAX_ELEMENT_BYTES = 16 };

/* The command's data are rectangles; none: the whole view. */
struct clear_args {
    uint32_t size;
    bool masked; /* only the bits in mask change */
    uint8_t element[MAX_ELEMENT_BYTES], mask[MAX_ELEMENT_BYTES];
};

static void fill_masked(uint8_t *to, uint64_t bytes, const struct clear_args *args)
{
    for (uint64_t i = 0; i < bytes; i += args->size)
        for (uint32_t j = 0; j < args->size; j++)
            to[i + j] = (uint8_t)((to[i + j] & ~args->mask[j]) | (args->element[j] & args->mask[j]));
}

/* Repeats the element over `bytes` bytes, a multiple of its size. */
static void fill(uint8_t *to, uint64_t bytes, const struct clear_args *args)
{
    uint64_t done = args->size;
    if (!bytes)
        return;
    if (args->masked) {
        fill_masked(to, bytes, args);
        return;
    }
    memcpy(to, args->element, args->size);
    while (done < bytes) {
        uint64_t part = done < bytes - done ? done : bytes - done;
        memcpy(to + done, to, part);
        done += part;
    }
}

/* A side of a rectangle, cut to what there is. */
static uint32_t cut(LONG at, uint32_t limit)
{
    return at < 0 ? 0 : (uint32_t)at < limit ? (uint32_t)at : limit;
}

static void fill_texture(const struct kernel_view *view, const D3D11_RECT *rect,
                         const struct clear_args *args)
{
    const struct kernel_mip *mip = view->mips;
    uint64_t texel = (uint64_t)args->size * view->sample_count;
    bool volume = view->dimension == DXBC_DIM_TEXTURE3D;
    uint32_t left = cut(rect->left, mip->width), right = cut(rect->right, mip->width);
    uint32_t top = cut(rect->top, mip->height), bottom = cut(rect->bottom, mip->height);
    if (left >= right)
        return;
    for (uint32_t slice = 0; slice < view->slice_count; slice++) {
        uint8_t *at = view->data + mip->offset;
        at += volume ? (view->first_depth_slice + slice) * mip->depth_pitch : slice * view->array_pitch;
        for (uint32_t y = top; y < bottom; y++)
            fill(at + (uint64_t)y * mip->row_pitch + left * texel, (right - left) * texel, args);
    }
}

static void fill_buffer(const struct kernel_view *view, const D3D11_RECT *rect, const struct clear_args *args)
{
    uint64_t left = cut(rect->left, view->element_count), right = cut(rect->right, view->element_count);
    if (rect->top <= 0 && rect->bottom > 0 && left < right)
        fill(view->data + left * args->size, (right - left) * args->size, args);
}

void command_clear_view(struct context *context, const struct command *command)
{
    static const D3D11_RECT everything = {0, 0, INT32_MAX, INT32_MAX};
    const struct clear_args *args = command->args;
    const struct view *shown = (const struct view *)command->objects[0];
    const struct kernel_view *view = &shown->kernel;
    uint64_t count = command->data.shape.width_bytes / sizeof(D3D11_RECT);
    if (view->kind == KERNEL_VIEW_TEXTURE)
        checker_bytes_written(shown->resource, shown->resource->data, shown->resource->size_bytes);
    else
        checker_bytes_written(shown->resource, view->data, view->size_bytes);
    if (!count && view->kind != KERNEL_VIEW_TEXTURE) {
        fill(view->data, view->size_bytes, args);
        return;
    }
    for (uint64_t i = 0; i < count || i == 0; i++) {
        D3D11_RECT rect = everything;
        if (count)
            memcpy(&rect, command->data.bytes + i * sizeof(rect), sizeof(rect));
        if (view->kind == KERNEL_VIEW_TEXTURE)
            fill_texture(view, &rect, args);
        else
            fill_buffer(view, &rect, args);
    }
}

static void submit(struct context *context, struct view *view, const struct clear_args *args,
                   const D3D11_RECT *rects, UINT count)
{
    struct object *const objects[] = {&view->obj};
    struct command command = {COMMAND_CLEAR_VIEW, COMMAND_OBJECTS(objects, 1), COMMAND_ARGS(*args)};
    if (count)
        command.data = command_bytes(rects, count * sizeof(*rects));
    context_submit(context, &command);
}

void STDMETHODCALLTYPE context_ClearUnorderedAccessViewUint(ID3D11DeviceContext4 *iface,
                                                            ID3D11UnorderedAccessView *uav_iface,
                                                            const UINT values[4])
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct view *uav = uav_of(uav_iface);
    struct clear_args args = {.size = sizeof(*values)};
    if (!uav || !values)
        return;
    const struct format_info *format = uav->kernel.format;
    if (format) {
        args.size = format->block_bytes;
        format_store_raw_uint(format, args.element, values);
    } else {
        memcpy(args.element, values, sizeof(*values));
    }
    submit(context, uav, &args, NULL, 0);
}

/* Registers to one element. */
static struct clear_args element_from_floats(const struct format_info *format, const FLOAT values[4])
{
    struct clear_args args = {.size = format->block_bytes};
    uint32_t bits[4];
    memcpy(bits, values, sizeof(bits));
    format_store(format, args.element, bits);
    return args;
}

void STDMETHODCALLTYPE context_ClearUnorderedAccessViewFloat(ID3D11DeviceContext4 *iface,
                                                             ID3D11UnorderedAccessView *uav_iface,
                                                             const FLOAT values[4])
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct view *uav = uav_of(uav_iface);
    if (!uav || !values)
        return;
    const struct format_info *format = uav->kernel.format;
    if (!format || format_is_integer(format)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_CLEARUNORDEREDACCESSVIEWFLOAT_INVALIDFORMAT,
                      "ClearUnorderedAccessViewFloat: the view's format is neither FLOAT, UNORM nor SNORM");
        return;
    }
    struct clear_args args = element_from_floats(format, values);
    submit(context, uav, &args, NULL, 0);
}

/* ---- targets ---- */

/* A number that is meant as an integer: towards zero, NaN to 0, cut to what the channel holds. */
static uint32_t integer_of(FLOAT value, const struct format_channel *channel)
{
    bool is_signed = channel->kind == FORMAT_KIND_SINT;
    if (!channel->width || isnan(value))
        return 0;
    double low = is_signed ? -ldexp(1, channel->width - 1) : 0;
    double high = ldexp(1, channel->width - is_signed) - 1;
    double cut_value = value < low ? low : value > high ? high : value;
    return (uint32_t)(int64_t)cut_value;
}

static struct clear_args element_from_color(const struct format_info *format, const FLOAT color[4])
{
    struct clear_args args = {.size = format->block_bytes};
    uint32_t integers[4];
    if (!format_is_integer(format))
        return element_from_floats(format, color);
    for (unsigned i = 0; i < 4; i++)
        integers[i] = integer_of(color[i], &format->channels[i]);
    format_store_raw_uint(format, args.element, integers);
    return args;
}

void STDMETHODCALLTYPE context_ClearRenderTargetView(ID3D11DeviceContext4 *iface,
                                                     ID3D11RenderTargetView *view_iface, const FLOAT color[4])
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct view *view = rtv_of(view_iface);
    if (!view || !color)
        return;
    struct clear_args args = element_from_color(view->kernel.format, color);
    submit(context, view, &args, NULL, 0);
}

/* Depth and stencil are parts of one element; aspects says which change. */
static struct clear_args element_from_depth(const struct format_info *format, unsigned aspects, FLOAT depth,
                                            UINT8 stencil)
{
    struct clear_args args = {.size = format->block_bytes, .masked = true};
    const uint32_t mask[4] = {aspects & ASPECT_COLOR_OR_DEPTH ? UINT32_MAX : 0,
                              aspects & ASPECT_STENCIL ? UINT32_MAX : 0};
    uint32_t values[4] = {0, stencil};
    float clamped = fminf(fmaxf(depth, 0), 1); /* a NaN becomes 0 */
    memcpy(&values[0], &clamped, sizeof(clamped));
    format_store(format, args.element, values);
    format_store_raw_uint(format, args.mask, mask);
    return args;
}

void STDMETHODCALLTYPE context_ClearDepthStencilView(ID3D11DeviceContext4 *iface,
                                                     ID3D11DepthStencilView *view_iface, UINT flags,
                                                     FLOAT depth, UINT8 stencil)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    struct view *view = dsv_of(view_iface);
    if (!view)
        return;
    UINT read_only = view->desc.dsv.Flags;
    if (!flags || (flags & ~(UINT)(D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL))) {
        message_error(device, D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_INVALID,
                      "ClearDepthStencilView: ClearFlags 0x%x are not D3D11_CLEAR_DEPTH, STENCIL or both",
                      flags);
        return;
    }
    if ((flags & D3D11_CLEAR_DEPTH) && (read_only & D3D11_DSV_READ_ONLY_DEPTH)) {
        message_error(device, D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_DEPTH_READONLY,
                      "ClearDepthStencilView: the view's depth is read-only");
        return;
    }
    if ((flags & D3D11_CLEAR_STENCIL) && (read_only & D3D11_DSV_READ_ONLY_STENCIL)) {
        message_error(device, D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_STENCIL_READONLY,
                      "ClearDepthStencilView: the view's stencil is read-only");
        return;
    }
    unsigned aspects = (flags & D3D11_CLEAR_DEPTH ? ASPECT_COLOR_OR_DEPTH : 0) |
                       (flags & D3D11_CLEAR_STENCIL ? ASPECT_STENCIL : 0);
    struct clear_args args = element_from_depth(view->kernel.format, aspects, depth, stencil);
    submit(context, view, &args, NULL, 0);
}

/* ---- ClearView ---- */

static bool rects_valid(struct context *context, const D3D11_RECT *rects, UINT count)
{
    for (UINT i = 0; i < count; i++)
        if (rects[i].left > rects[i].right || rects[i].top > rects[i].bottom) {
            message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_INVALIDRECT,
                          "ClearView: rectangle %u is inside out; nothing is cleared", i);
            return false;
        }
    return true;
}

/* Can the view be cleared so, and to which element? Shader resource views cannot; of depth-stencil views
 * those that show depth alone can. */
static bool element_for_view(const struct view *view, const FLOAT color[4], struct clear_args *args)
{
    const struct kernel_view *kernel = &view->kernel;
    const struct object_class *cls = view->obj.cls;
    if (!kernel->format || kernel->dimension == DXBC_DIM_TEXTURE3D)
        return false;
    if (cls == &dsv_class.object) {
        if ((kernel->format->flags & FORMAT_IS_STENCIL) || !view->range.aspects)
            return false;
        *args = element_from_depth(kernel->format, ASPECT_COLOR_OR_DEPTH, color[0], 0);
        return true;
    }
    if (cls != &uav_class.object && cls != &rtv_class.object)
        return false;
    *args = element_from_color(kernel->format, color);
    return true;
}

void STDMETHODCALLTYPE context_ClearView(ID3D11DeviceContext4 *iface, ID3D11View *view_iface,
                                         const FLOAT color[4], const D3D11_RECT *rects, UINT count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct view *view = view_of(view_iface);
    struct clear_args args;
    if (!view || !color)
        return;
    if (!element_for_view(view, color, &args))
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED,
                      "ClearView: shader resource views, views of structured and raw buffers, of 3D textures "
                      "and of stencil cannot be cleared this way");
    else if (!rects)
        submit(context, view, &args, NULL, 0);
    else if (count && rects_valid(context, rects, count))
        submit(context, view, &args, rects, count);
}
