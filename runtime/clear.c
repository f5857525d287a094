/*
 * ClearUnorderedAccessViewUint and Float, and ClearView: one element is built from the values, then repeated
 * over the view or over rectangles of it.
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
    uint8_t element[MAX_ELEMENT_BYTES];
};

/* Repeats an element over `bytes` bytes, a multiple of its size. */
static void fill(uint8_t *to, uint64_t bytes, const uint8_t *element, unsigned size)
{
    uint64_t done = size;
    if (!bytes)
        return;
    memcpy(to, element, size);
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
    bool volume = view->dimension == DXBC_DIM_TEXTURE3D;
    uint32_t left = cut(rect->left, mip->width), right = cut(rect->right, mip->width);
    uint32_t top = cut(rect->top, mip->height), bottom = cut(rect->bottom, mip->height);
    if (left >= right)
        return;
    for (uint32_t slice = 0; slice < view->slice_count; slice++) {
        uint8_t *at = view->data + mip->offset;
        at += volume ? (view->first_depth_slice + slice) * mip->depth_pitch : slice * view->array_pitch;
        for (uint32_t y = top; y < bottom; y++)
            fill(at + (uint64_t)y * mip->row_pitch + (uint64_t)left * args->size,
                 (uint64_t)(right - left) * args->size, args->element, args->size);
    }
}

static void fill_buffer(const struct kernel_view *view, const D3D11_RECT *rect, const struct clear_args *args)
{
    uint64_t left = cut(rect->left, view->element_count), right = cut(rect->right, view->element_count);
    if (rect->top <= 0 && rect->bottom > 0 && left < right)
        fill(view->data + left * args->size, (right - left) * args->size, args->element, args->size);
}

void command_clear_view(struct context *context, const struct command *command)
{
    static const D3D11_RECT everything = {0, 0, INT32_MAX, INT32_MAX};
    const struct clear_args *args = command->args;
    const struct uav *uav = (const struct uav *)command->objects[0];
    const struct kernel_view *view = &uav->view.kernel;
    uint64_t count = command->data.shape.width_bytes / sizeof(D3D11_RECT);
    if (view->kind == KERNEL_VIEW_TEXTURE)
        checker_bytes_written(uav->view.resource, uav->view.resource->data, uav->view.resource->size_bytes);
    else
        checker_bytes_written(uav->view.resource, view->data, view->size_bytes);
    if (!count && view->kind != KERNEL_VIEW_TEXTURE) {
        fill(view->data, view->size_bytes, args->element, args->size);
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

static void submit(struct context *context, struct uav *uav, const struct clear_args *args,
                   const D3D11_RECT *rects, UINT count)
{
    struct object *const objects[] = {&uav->view.obj};
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
    struct uav *uav = uav_of(uav_iface);
    struct clear_args args = {sizeof(*values), {0}};
    if (!uav || !values)
        return;
    const struct format_info *format = uav->view.kernel.format;
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
    struct clear_args args = {format->block_bytes, {0}};
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
    struct uav *uav = uav_of(uav_iface);
    if (!uav || !values)
        return;
    const struct format_info *format = uav->view.kernel.format;
    if (!format || format_is_integer(format)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_CLEARUNORDEREDACCESSVIEWFLOAT_INVALIDFORMAT,
                      "ClearUnorderedAccessViewFloat: the view's format is neither FLOAT, UNORM nor SNORM");
        return;
    }
    struct clear_args args = element_from_floats(format, values);
    submit(context, uav, &args, NULL, 0);
}

/* ---- ClearView ---- */

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
    struct clear_args args = {format->block_bytes, {0}};
    uint32_t integers[4];
    if (!format_is_integer(format))
        return element_from_floats(format, color);
    for (unsigned i = 0; i < 4; i++)
        integers[i] = integer_of(color[i], &format->channels[i]);
    format_store_raw_uint(format, args.element, integers);
    return args;
}

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

void STDMETHODCALLTYPE context_ClearView(ID3D11DeviceContext4 *iface, ID3D11View *view, const FLOAT color[4],
                                         const D3D11_RECT *rects, UINT count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    ID3D11UnorderedAccessView *uav_iface = NULL;
    if (!view || !color)
        return;
    if (FAILED(ID3D11View_QueryInterface(view, &IID_ID3D11UnorderedAccessView, (void **)&uav_iface))) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED,
                      "ClearView: the view is no unordered access view");
        return;
    }
    struct uav *uav = uav_of(uav_iface);
    const struct kernel_view *kernel = &uav->view.kernel;
    if (!kernel->format || kernel->dimension == DXBC_DIM_TEXTURE3D) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_CLEARVIEW_NOTSUPPORTED,
                      "ClearView: structured and raw buffers and 3D textures cannot be cleared this way");
    } else if (!rects) {
        struct clear_args args = element_from_color(kernel->format, color);
        submit(context, uav, &args, NULL, 0);
    } else if (count && rects_valid(context, rects, count)) {
        struct clear_args args = element_from_color(kernel->format, color);
        submit(context, uav, &args, rects, count);
    }
    ID3D11UnorderedAccessView_Release(uav_iface);
}
