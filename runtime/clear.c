/*
 * ClearUnorderedAccessViewUint and Float: one element is built from the values, then repeated over the view.
 */
#include <string.h>

#include "context.h"
#include "context_methods.h"
#include "dxbc.h"
#include "format.h"

enum { MAX_ELEMENT_BYTES = 16 };

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

static void fill_texture(const struct kernel_view *view, const uint8_t *element, unsigned size)
{
    const struct kernel_mip *mip = view->mips;
    bool volume = view->dimension == DXBC_DIM_TEXTURE3D;
    uint32_t slices = view->slice_count;
    for (uint32_t slice = 0; slice < slices; slice++) {
        uint8_t *at = view->data + mip->offset;
        at += volume ? (view->first_depth_slice + slice) * mip->depth_pitch : slice * view->array_pitch;
        for (uint32_t y = 0; y < mip->height; y++)
            fill(at + (uint64_t)y * mip->row_pitch, (uint64_t)mip->width * size, element, size);
    }
}

static void clear(const struct kernel_view *view, const uint8_t *element, unsigned size)
{
    if (view->kind == KERNEL_VIEW_TEXTURE)
        fill_texture(view, element, size);
    else
        fill(view->data, view->size_bytes, element, size);
}

void STDMETHODCALLTYPE context_ClearUnorderedAccessViewUint(ID3D11DeviceContext4 *iface,
                                                            ID3D11UnorderedAccessView *uav_iface, const UINT values[4])
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct uav *uav = uav_of(uav_iface);
    if (!uav || !values || FAILED(device_status(context->obj.device)))
        return;
    const struct kernel_view *view = &uav->view.kernel;
    uint8_t element[MAX_ELEMENT_BYTES];
    if (view->format) {
        format_store_raw_uint(view->format, element, values);
        clear(view, element, view->format->block_bytes);
    } else {
        memcpy(element, values, sizeof(*values));
        clear(view, element, sizeof(*values));
    }
}

void STDMETHODCALLTYPE context_ClearUnorderedAccessViewFloat(ID3D11DeviceContext4 *iface,
                                                             ID3D11UnorderedAccessView *uav_iface,
                                                             const FLOAT values[4])
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct uav *uav = uav_of(uav_iface);
    if (!uav || !values || FAILED(device_status(context->obj.device)))
        return;
    const struct kernel_view *view = &uav->view.kernel;
    if (!view->format || format_is_integer(view->format)) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_CLEARUNORDEREDACCESSVIEWFLOAT_INVALIDFORMAT,
                      "ClearUnorderedAccessViewFloat: the view's format is neither FLOAT, UNORM nor SNORM");
        return;
    }
    uint32_t bits[4];
    uint8_t element[MAX_ELEMENT_BYTES];
    memcpy(bits, values, sizeof(bits));
    format_store(view->format, element, bits);
    clear(view, element, view->format->block_bytes);
}
