/*
 * Textures of a pipeline: 2D ones as the buffer's OutputProps say, any kind for buffers that came from a DDS
 * file. Views are of the dimension that the shader declares, where the texture can be seen so.
 */
#include <stdlib.h>
#include <string.h>

#include "dds.h"
#include "run_binder.h"

bool run_texture_of(const struct pipeline_buffer *buffer, struct pipeline_texture *texture,
                    struct cli_error *error)
{
    uint32_t line = buffer->place.line, column = buffer->place.column;
    if (buffer->texture) {
        *texture = *buffer->texture;
        return true;
    }
    if (buffer->width == 0 || buffer->height == 0 || buffer->depth != 1)
        return cli_error_set(error, CLI_BAD_INPUT, line, column,
                             "'%.64s' is a 2D texture: its OutputProps need Width, Height and Depth: 1",
                             buffer->name);
    *texture = (struct pipeline_texture){.format = bind_view_format(buffer),
                                         .dimension = 2,
                                         .width = buffer->width,
                                         .height = buffer->height,
                                         .depth = 1,
                                         .mips = buffer->mip_levels,
                                         .slices = 1};
    if (texture->format == DXGI_FORMAT_UNKNOWN)
        return bind_no_format(buffer, line, column, error);
    uint64_t size = dds_size_bytes(texture);
    if (!size)
        return cli_error_set(error, CLI_BAD_INPUT, line, column,
                             "'%.64s' has no texture's size: %u x %u, %u mips", buffer->name, buffer->width,
                             buffer->height, buffer->mip_levels);
    return size <= buffer->size_bytes ||
           cli_error_set(error, CLI_BAD_INPUT, line, column,
                         "'%.64s' holds %zu bytes, its texture needs %llu", buffer->name, buffer->size_bytes,
                         (unsigned long long)size);
}

/* ---- creating ---- */

static HRESULT create(struct binder *b, const struct pipeline_texture *t, D3D11_USAGE usage, UINT bind,
                      UINT cpu, const D3D11_SUBRESOURCE_DATA *initial, ID3D11Resource **out)
{
    ID3D11Device *device = b->run->device;
    if (t->dimension == 1) {
        D3D11_TEXTURE1D_DESC desc = {t->width, t->mips, t->slices, (DXGI_FORMAT)t->format,
                                     usage,    bind,    cpu,       0};
        return ID3D11Device_CreateTexture1D(device, &desc, initial, (ID3D11Texture1D **)out);
    }
    if (t->dimension == 3) {
        D3D11_TEXTURE3D_DESC desc = {t->width, t->height, t->depth, t->mips, (DXGI_FORMAT)t->format,
                                     usage,    bind,      cpu,      0};
        return ID3D11Device_CreateTexture3D(device, &desc, initial, (ID3D11Texture3D **)out);
    }
    D3D11_TEXTURE2D_DESC desc = {.Width = t->width,
                                 .Height = t->height,
                                 .MipLevels = t->mips,
                                 .ArraySize = t->slices,
                                 .Format = (DXGI_FORMAT)t->format,
                                 .SampleDesc = {.Count = 1},
                                 .Usage = usage,
                                 .BindFlags = bind,
                                 .CPUAccessFlags = cpu,
                                 .MiscFlags = t->cube && !cpu ? D3D11_RESOURCE_MISC_TEXTURECUBE : 0};
    return ID3D11Device_CreateTexture2D(device, &desc, initial, (ID3D11Texture2D **)out);
}

/* The packed data as subresources. */
static void lay_out(const struct pipeline_texture *texture, const uint8_t *data,
                    D3D11_SUBRESOURCE_DATA *initial)
{
    for (uint32_t slice = 0; slice < texture->slices; slice++)
        for (uint32_t mip = 0; mip < texture->mips; mip++) {
            struct dds_mip at = dds_mip_at(texture, mip);
            *initial++ = (D3D11_SUBRESOURCE_DATA){data, (UINT)at.row_bytes, (UINT)at.slice_bytes};
            data += at.slice_bytes * at.depth;
        }
}

static uint8_t natural_dimension(const struct pipeline_texture *t)
{
    if (t->dimension == 3)
        return DXBC_DIM_TEXTURE3D;
    if (t->dimension == 1)
        return t->slices > 1 ? DXBC_DIM_TEXTURE1DARRAY : DXBC_DIM_TEXTURE1D;
    if (t->cube)
        return t->slices > 6 ? DXBC_DIM_TEXTURECUBEARRAY : DXBC_DIM_TEXTURECUBE;
    return t->slices > 1 ? DXBC_DIM_TEXTURE2DARRAY : DXBC_DIM_TEXTURE2D;
}

static bool create_srv(struct binder *b, const struct pipeline_texture *t, uint8_t dimension)
{
    D3D11_SHADER_RESOURCE_VIEW_DESC srv = {.Format = (DXGI_FORMAT)t->format};
    switch (dimension) {
    case DXBC_DIM_TEXTURE1D:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE1D;
        srv.Texture1D.MipLevels = t->mips;
        break;
    case DXBC_DIM_TEXTURE1DARRAY:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE1DARRAY;
        srv.Texture1DArray = (D3D11_TEX1D_ARRAY_SRV){0, t->mips, 0, t->slices};
        break;
    case DXBC_DIM_TEXTURE2DARRAY:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2DARRAY;
        srv.Texture2DArray = (D3D11_TEX2D_ARRAY_SRV){0, t->mips, 0, t->slices};
        break;
    case DXBC_DIM_TEXTURE3D:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE3D;
        srv.Texture3D.MipLevels = t->mips;
        break;
    case DXBC_DIM_TEXTURECUBE:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBE;
        srv.TextureCube.MipLevels = t->mips;
        break;
    case DXBC_DIM_TEXTURECUBEARRAY:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBEARRAY;
        srv.TextureCubeArray = (D3D11_TEXCUBE_ARRAY_SRV){0, t->mips, 0, t->slices / 6};
        break;
    default:
        srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
        srv.Texture2D.MipLevels = t->mips;
    }
    return bind_views(b, &srv, NULL);
}

/* Of the first mip. */
static bool create_uav(struct binder *b, const struct pipeline_texture *t, uint8_t dimension)
{
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav = {.Format = (DXGI_FORMAT)t->format};
    switch (dimension) {
    case DXBC_DIM_TEXTURE1D:
        uav.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE1D;
        break;
    case DXBC_DIM_TEXTURE1DARRAY:
        uav.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE1DARRAY;
        uav.Texture1DArray.ArraySize = t->slices;
        break;
    case DXBC_DIM_TEXTURE2DARRAY:
    case DXBC_DIM_TEXTURECUBE:
    case DXBC_DIM_TEXTURECUBEARRAY:
        uav.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2DARRAY;
        uav.Texture2DArray.ArraySize = t->slices;
        break;
    case DXBC_DIM_TEXTURE3D:
        uav.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE3D;
        uav.Texture3D.WSize = t->depth;
        break;
    default:
        uav.ViewDimension = D3D11_UAV_DIMENSION_TEXTURE2D;
    }
    return bind_views(b, NULL, &uav);
}

bool bind_texture(struct binder *b)
{
    bool rw = pipeline_is_read_write(b->item->resource->kind);
    struct pipeline_texture texture;
    if (!run_texture_of(b->buffer, &texture, b->error))
        return false;
    D3D11_SUBRESOURCE_DATA *initial = calloc((size_t)texture.slices * texture.mips, sizeof *initial);
    if (!initial)
        return bind_fail(b, E_OUTOFMEMORY, "CreateTexture");
    lay_out(&texture, b->buffer->data[b->item->element], initial);
    HRESULT hr =
        create(b, &texture, D3D11_USAGE_DEFAULT,
               rw ? D3D11_BIND_UNORDERED_ACCESS : D3D11_BIND_SHADER_RESOURCE, 0, initial, &b->item->object);
    free(initial);
    if (FAILED(hr))
        return bind_fail(b, hr, "CreateTexture");
    bind_name(b);
    uint8_t dimension = b->item->dimension ? b->item->dimension : natural_dimension(&texture);
    return rw ? create_uav(b, &texture, dimension) : create_srv(b, &texture, dimension);
}

/* ---- reading back ---- */

size_t bind_texture_bytes(const struct pipeline_buffer *buffer)
{
    if (buffer->texture)
        return buffer->size_bytes;
    return (size_t)buffer->width * buffer->height * buffer->channels * data_format_size(buffer->format);
}

static bool read_subresource(struct binder *b, ID3D11Resource *staging, uint32_t index,
                             const struct dds_mip *at, uint8_t *out)
{
    ID3D11DeviceContext *context = b->run->context;
    D3D11_MAPPED_SUBRESOURCE mapped;
    HRESULT hr = ID3D11DeviceContext_Map(context, staging, index, D3D11_MAP_READ, 0, &mapped);
    if (FAILED(hr))
        return bind_fail(b, hr, "Map");
    for (uint32_t z = 0; z < at->depth; z++)
        for (uint32_t y = 0; y < at->rows; y++)
            memcpy(out + z * at->slice_bytes + y * at->row_bytes,
                   (const uint8_t *)mapped.pData + (size_t)z * mapped.DepthPitch +
                       (size_t)y * mapped.RowPitch,
                   at->row_bytes);
    ID3D11DeviceContext_Unmap(context, staging, index);
    return true;
}

bool bind_read_texture(struct binder *b, uint8_t *out)
{
    struct pipeline_texture texture;
    ID3D11Resource *staging = NULL;
    if (!run_texture_of(b->buffer, &texture, b->error))
        return false;
    HRESULT hr = create(b, &texture, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, NULL, &staging);
    if (FAILED(hr))
        return bind_fail(b, hr, "creating the staging copy");
    ID3D11DeviceContext_CopyResource(b->run->context, staging, b->item->object);
    uint32_t mips = b->buffer->texture ? texture.mips : 1;
    bool ok = true;
    for (uint32_t slice = 0; ok && slice < texture.slices; slice++)
        for (uint32_t mip = 0; ok && mip < mips; mip++) {
            struct dds_mip at = dds_mip_at(&texture, mip);
            ok = read_subresource(b, staging, slice * texture.mips + mip, &at, out);
            out += at.slice_bytes * at.depth;
        }
    ID3D11Resource_Release(staging);
    return ok;
}
