/*
 * Copies between the application's memory and mapped default textures. Wrong arguments are told and change
 * nothing: the methods return nothing.
 */
#include "cpu_access.h"

#include "checker.h"
#include "format.h"

/* Where the box lies and its shape; false after a message, or when the box is empty. */
static bool locate(struct device *device, const char *method, const struct resource *resource, UINT needed,
                   const struct cpu_box *where, struct subresource *at, struct copy_shape *shape)
{
    if (!resource || resource->obj.device != device || resource_is_buffer(resource) ||
        where->subresource >= resource_subresources(resource)) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN, "%s: there is no such subresource of a texture",
                      method);
        return false;
    }
    if (resource->desc.usage != D3D11_USAGE_DEFAULT || !(resource->desc.cpu_access & needed) ||
        !resource->mapped[where->subresource]) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "%s: not a default texture with this CPU access whose subresource is mapped", method);
        return false;
    }
    *at = resource_subresource(resource, where->subresource);
    const struct format_info *format = resource->format;
    const D3D11_BOX whole = {0, 0, 0, at->width, at->height, at->depth},
                    *box = where->box ? where->box : &whole;
    if (box->left >= box->right || box->top >= box->bottom || box->front >= box->back)
        return false;
    if (box->right > at->width || box->bottom > at->height || box->back > at->depth ||
        box->left % format->block_width || box->top % format->block_height ||
        (box->right % format->block_width && box->right != at->width) ||
        (box->bottom % format->block_height && box->bottom != at->height)) {
        message_error(device, D3D11_MESSAGE_ID_UNKNOWN,
                      "%s: the box is not inside the subresource, or not made of whole blocks", method);
        return false;
    }
    at->data += box->front * at->depth_pitch + (uint64_t)(box->top / format->block_height) * at->row_pitch +
                (uint64_t)(box->left / format->block_width) * format->block_bytes;
    *shape =
        resource_copy_shape(resource, box->right - box->left, box->bottom - box->top, box->back - box->front);
    return true;
}

void cpu_access_write(struct device *device, struct resource *to, const struct cpu_box *where,
                      const void *data)
{
    struct subresource at;
    struct copy_shape shape;
    if (!data || !locate(device, "WriteToSubresource", to, D3D11_CPU_ACCESS_WRITE, where, &at, &shape))
        return;
    copy_rows(at.data, at.row_pitch, at.depth_pitch, data, where->row_pitch, where->depth_pitch, &shape);
    checker_box_written(to, at.data, at.row_pitch, at.depth_pitch, &shape);
}

void cpu_access_read(struct device *device, struct resource *from, const struct cpu_box *where, void *data)
{
    struct subresource at;
    struct copy_shape shape;
    if (data && locate(device, "ReadFromSubresource", from, D3D11_CPU_ACCESS_READ, where, &at, &shape))
        copy_rows(data, where->row_pitch, where->depth_pitch, at.data, at.row_pitch, at.depth_pitch, &shape);
}
