/*
 * The rules that the three kinds of texture share: size limits, format against dimension and binding, mips,
 * samples.
 */
#include "format_support.h"
#include "resource.h"

#define TEXTURE_MISC_FLAGS                                                                                   \
    (D3D11_RESOURCE_MISC_GENERATE_MIPS | D3D11_RESOURCE_MISC_TEXTURECUBE | D3D11_RESOURCE_MISC_RESOURCE_CLAMP)
#define BUFFER_BIND_FLAGS                                                                                    \
    (D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER | D3D11_BIND_CONSTANT_BUFFER |                       \
     D3D11_BIND_STREAM_OUTPUT)

#define ID(what)                                                                                             \
    resource_pick_id(desc, D3D11_MESSAGE_ID_CREATETEXTURE2D_##what, D3D11_MESSAGE_ID_CREATETEXTURE1D_##what, \
                     D3D11_MESSAGE_ID_CREATETEXTURE2D_##what, D3D11_MESSAGE_ID_CREATETEXTURE3D_##what)

static HRESULT validate_size(struct device *device, const struct resource_desc *desc)
{
    uint32_t width = D3D11_REQ_TEXTURE2D_U_OR_V_DIMENSION, height = 1, depth = 1, slices = 1;
    switch (desc->dimension) {
    case D3D11_RESOURCE_DIMENSION_TEXTURE1D:
        width = D3D11_REQ_TEXTURE1D_U_DIMENSION;
        slices = D3D11_REQ_TEXTURE1D_ARRAY_AXIS_DIMENSION;
        break;
    case D3D11_RESOURCE_DIMENSION_TEXTURE3D:
        width = height = depth = D3D11_REQ_TEXTURE3D_U_V_OR_W_DIMENSION;
        break;
    default:
        height = D3D11_REQ_TEXTURE2D_U_OR_V_DIMENSION;
        slices = D3D11_REQ_TEXTURE2D_ARRAY_AXIS_DIMENSION;
        break;
    }
    if (desc->width - 1 >= width || desc->height - 1 >= height || desc->depth - 1 >= depth ||
        desc->array_size - 1 >= slices)
        return message_fail(device, E_INVALIDARG, ID(INVALIDDIMENSIONS),
                            "Size %u x %u x %u, %u slices: the limits are %u x %u x %u, %u slices, and 1",
                            desc->width, desc->height, desc->depth, desc->array_size, width, height, depth,
                            slices);
    return S_OK;
}

static HRESULT validate_format(struct device *device, const struct resource_desc *desc,
                               const struct format_info *format)
{
    static const uint32_t dimension_caps[] = {
        [D3D11_RESOURCE_DIMENSION_TEXTURE1D] = FORMAT_CAP_TEXTURE1D,
        [D3D11_RESOURCE_DIMENSION_TEXTURE2D] = FORMAT_CAP_TEXTURE2D,
        [D3D11_RESOURCE_DIMENSION_TEXTURE3D] = FORMAT_CAP_TEXTURE3D,
    };
    static const struct {
        UINT bind;
        uint32_t cap;
        const char *name;
    } binds[] = {
        {D3D11_BIND_SHADER_RESOURCE, FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE, "a shader resource"},
        {D3D11_BIND_UNORDERED_ACCESS, FORMAT_CAP_UAV_STORE, "an unordered access resource"},
        {D3D11_BIND_RENDER_TARGET, FORMAT_CAP_RENDER_TARGET, "a render target"},
        {D3D11_BIND_DEPTH_STENCIL, FORMAT_CAP_DEPTH_STENCIL, "a depth-stencil target"},
    };
    if (!format || desc->format == DXGI_FORMAT_UNKNOWN)
        return message_fail(device, E_INVALIDARG, ID(UNRECOGNIZEDFORMAT), "%d is no format of a texture",
                            desc->format);
    uint32_t caps = format_resource_caps(format);
    if (!(caps & dimension_caps[desc->dimension]))
        return message_fail(device, E_INVALIDARG, ID(UNSUPPORTEDFORMAT),
                            "Format %s has no textures of this dimension", format->name);
    if ((desc->misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE) && !(caps & FORMAT_CAP_TEXTURECUBE))
        return message_fail(device, E_INVALIDARG, ID(UNSUPPORTEDFORMAT), "Format %s has no cubes",
                            format->name);
    for (unsigned i = 0; i < sizeof(binds) / sizeof(*binds); i++)
        if ((desc->bind_flags & binds[i].bind) && !(caps & binds[i].cap))
            return message_fail(device, E_INVALIDARG, ID(UNSUPPORTEDFORMAT), "Format %s cannot be %s",
                                format->name, binds[i].name);
    if ((format->flags & FORMAT_IS_PLANAR) && (desc->width % 2 || desc->height % 2))
        return message_fail(device, E_INVALIDARG, ID(INVALIDDIMENSIONS),
                            "Width and height of a %s texture must be even", format->name);
    if (desc->width % format->block_width || desc->height % format->block_height)
        return message_fail(device, E_INVALIDARG, ID(INVALIDDIMENSIONS),
                            "Width and height of a %s texture must be multiples of %u and %u", format->name,
                            format->block_width, format->block_height);
    return S_OK;
}

static HRESULT validate_mips(struct device *device, struct resource_desc *desc)
{
    uint32_t largest = desc->width > desc->height ? desc->width : desc->height, full = 0;
    if (desc->depth > largest)
        largest = desc->depth;
    while (largest >> full)
        full++;
    if (!desc->mip_levels)
        desc->mip_levels = full;
    if (desc->mip_levels > full)
        return message_fail(device, E_INVALIDARG, ID(INVALIDMIPLEVELS),
                            "MipLevels is %u but the full chain has %u", desc->mip_levels, full);
    if (desc->usage == D3D11_USAGE_DYNAMIC && (desc->mip_levels > 1 || desc->array_size > 1))
        return message_fail(device, E_INVALIDARG, ID(INVALIDDIMENSIONS),
                            "A dynamic texture is one subresource");
    return S_OK;
}

static HRESULT validate_flags(struct device *device, const struct resource_desc *desc)
{
    const UINT both = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
    const UINT targets = D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL;
    if (desc->bind_flags & BUFFER_BIND_FLAGS)
        return message_fail(device, E_INVALIDARG, ID(INVALIDBINDFLAGS), "BindFlags 0x%x are for buffers",
                            desc->bind_flags);
    if ((desc->bind_flags & targets) == targets ||
        ((desc->bind_flags & D3D11_BIND_DEPTH_STENCIL) && (desc->bind_flags & D3D11_BIND_UNORDERED_ACCESS)))
        return message_fail(
            device, E_INVALIDARG, ID(INVALIDBINDFLAGS),
            "A depth-stencil target is neither a render target nor an unordered access resource");
    if ((desc->bind_flags & D3D11_BIND_DEPTH_STENCIL) &&
        desc->dimension == D3D11_RESOURCE_DIMENSION_TEXTURE3D)
        return message_fail(device, E_INVALIDARG, ID(INVALIDBINDFLAGS),
                            "A Texture3D cannot be a depth-stencil target");
    if (desc->misc_flags & ~(UINT)TEXTURE_MISC_FLAGS)
        return message_fail(device, E_INVALIDARG, ID(INVALIDMISCFLAGS),
                            "MiscFlags 0x%x hold bits that textures do not have here", desc->misc_flags);
    if ((desc->misc_flags & D3D11_RESOURCE_MISC_GENERATE_MIPS) && (desc->bind_flags & both) != both)
        return message_fail(device, E_INVALIDARG, ID(INVALIDMISCFLAGS),
                            "Generating mips needs a shader resource that is a render target, too");
    if (!(desc->misc_flags & D3D11_RESOURCE_MISC_TEXTURECUBE))
        return S_OK;
    if (desc->dimension != D3D11_RESOURCE_DIMENSION_TEXTURE2D || desc->width != desc->height ||
        desc->array_size < 6)
        return message_fail(device, E_INVALIDARG, ID(INVALIDMISCFLAGS),
                            "A cube is a square Texture2D with 6 slices or more");
    return S_OK;
}

UINT texture_quality_levels(const struct format_info *format, UINT samples)
{
    const uint32_t targets = FORMAT_CAP_RENDER_TARGET | FORMAT_CAP_DEPTH_STENCIL;
    bool known = samples == 1 || samples == 2 || samples == 4 || samples == 8;
    uint32_t caps = format_resource_caps(format);
    return known && (caps & targets) && (samples == 1 || !(format->flags & FORMAT_IS_VIDEO));
}

/* Several samples: nothing but a target can fill them, so they come without data, mips and CPU access. */
static HRESULT validate_samples(struct device *device, const struct resource_desc *desc,
                                const D3D11_SUBRESOURCE_DATA *initial)
{
    const UINT targets = D3D11_BIND_RENDER_TARGET | D3D11_BIND_DEPTH_STENCIL;
    DXGI_SAMPLE_DESC samples = desc->samples;
    if (samples.Count == 1 && !samples.Quality)
        return S_OK;
    bool standard = samples.Count > 1 && samples.Quality >= (UINT)D3D11_CENTER_MULTISAMPLE_PATTERN;
    UINT levels = texture_quality_levels(format_get(desc->format), samples.Count);
    if (!levels || (samples.Quality >= levels && !standard))
        return message_fail(
            device, E_INVALIDARG, ID(INVALIDSAMPLES),
            "%u samples of quality %u: CheckMultisampleQualityLevels offers %u levels of that count",
            samples.Count, samples.Quality, levels);
    if (!(desc->bind_flags & targets) || (desc->bind_flags & D3D11_BIND_UNORDERED_ACCESS))
        return message_fail(
            device, E_INVALIDARG, ID(INVALIDBINDFLAGS),
            "A texture of several samples is a render or depth-stencil target, without unordered access");
    if (desc->usage != D3D11_USAGE_DEFAULT || desc->mip_levels != 1 || initial ||
        (desc->misc_flags & (D3D11_RESOURCE_MISC_TEXTURECUBE | D3D11_RESOURCE_MISC_GENERATE_MIPS)))
        return message_fail(
            device, E_INVALIDARG, ID(INVALIDSAMPLES),
            "A texture of several samples has default usage, one mip, no cubes and no initial data");
    return S_OK;
}

static HRESULT validate_initial(struct device *device, const struct resource_desc *desc,
                                const D3D11_SUBRESOURCE_DATA *initial)
{
    for (uint32_t i = 0; initial && i < desc->mip_levels * desc->array_size; i++)
        if (!initial[i].pSysMem)
            return message_fail(device, E_INVALIDARG, ID(INVALIDINITIALDATA),
                                "pSysMem of the initial data is NULL for subresource %u", i);
    return S_OK;
}

HRESULT texture_validate(struct device *device, struct resource_desc *desc,
                         const D3D11_SUBRESOURCE_DATA *initial)
{
    HRESULT hr = resource_validate_flags(device, desc, initial);
    if (FAILED(hr))
        return hr;
    if (FAILED(hr = validate_size(device, desc)) || FAILED(hr = validate_flags(device, desc)) ||
        FAILED(hr = validate_format(device, desc, format_get(desc->format))) ||
        FAILED(hr = validate_mips(device, desc)))
        return hr;
    hr = validate_samples(device, desc, initial);
    return FAILED(hr) ? hr : validate_initial(device, desc, initial);
}
