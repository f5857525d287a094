/*
 * CheckFormatSupport and the format rules of resources and views, from the columns of format.def.
 */
#include "format_support.h"

#include "reduce.h"
#include "resource.h"
#include "video_view.h"

/* Stages that draw are not there yet: their columns are rules for resources, but no support. Render and
 * depth-stencil targets can be made and cleared. */
#define DRAWING_CAPS (FORMAT_CAP_VERTEX | FORMAT_CAP_INDEX | FORMAT_CAP_BLEND)
#define SHADER_CAPS                                                                                          \
    (FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE | FORMAT_CAP_SAMPLE_COMPARISON | FORMAT_CAP_GATHER |                \
     FORMAT_CAP_UAV_STORE | FORMAT_CAP_UAV_LOAD | FORMAT_CAP_UAV_EXCHANGE | FORMAT_CAP_UAV_ATOMICS |         \
     FORMAT_CAP_MULTISAMPLE_LOAD)
enum { FORMAT_NUMBERS = 256 };

uint32_t format_device_caps(const struct format_info *format)
{
    if (!format)
        return 0;
    uint32_t caps = format->caps | (format->caps_optional & (FORMAT_CAP_SAMPLE | FORMAT_CAP_GATHER));
    /* Views of video formats have formats of their own. */
    if (video_has_views(format))
        return caps & (FORMAT_CAP_TEXTURE2D | FORMAT_CAP_LOAD | FORMAT_CAP_SAMPLE | FORMAT_CAP_GATHER |
                       FORMAT_CAP_RENDER_TARGET | FORMAT_CAP_UAV_STORE);
    /* Formats that nothing here can read are memory only. */
    if (!format_is_loadable(format))
        caps &= ~(uint32_t)SHADER_CAPS;
    if (!format_is_storable(format))
        caps &= ~(uint32_t)(FORMAT_CAP_RENDER_TARGET | FORMAT_CAP_DEPTH_STENCIL);
    /* Of what Direct3D leaves open, typed UAV access is there wherever the conversion is. */
    if (format_is_storable(format))
        caps |= format->caps_optional & FORMAT_CAP_UAV_STORE;
    if ((caps & FORMAT_CAP_UAV_STORE) && format->load)
        caps |= format->caps_optional & FORMAT_CAP_UAV_LOAD;
    return caps;
}

uint32_t format_resource_caps(const struct format_info *format)
{
    if (!format)
        return 0;
    uint32_t caps = format_device_caps(format);
    if (!format_is_typeless(format))
        return caps;
    for (uint32_t i = 0; i < FORMAT_NUMBERS; i++) {
        const struct format_info *view = format_get(i);
        if (view && format_same_family(view, format))
            caps |= format_device_caps(view);
    }
    return caps;
}

struct cap_bit {
    uint32_t cap;
    UINT bit;
};

static UINT translate(uint32_t caps, const struct cap_bit *table, unsigned count)
{
    UINT bits = 0;
    for (unsigned i = 0; i < count; i++)
        if (caps & table[i].cap)
            bits |= table[i].bit;
    return bits;
}

UINT format_support_bits(const struct format_info *format)
{
    static const struct cap_bit table[] = {
        {FORMAT_CAP_BUFFER, D3D11_FORMAT_SUPPORT_BUFFER},
        {FORMAT_CAP_VERTEX, D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER},
        {FORMAT_CAP_INDEX, D3D11_FORMAT_SUPPORT_IA_INDEX_BUFFER},
        {FORMAT_CAP_TEXTURE1D, D3D11_FORMAT_SUPPORT_TEXTURE1D},
        {FORMAT_CAP_TEXTURE2D, D3D11_FORMAT_SUPPORT_TEXTURE2D},
        {FORMAT_CAP_TEXTURE3D, D3D11_FORMAT_SUPPORT_TEXTURE3D},
        {FORMAT_CAP_TEXTURECUBE, D3D11_FORMAT_SUPPORT_TEXTURECUBE},
        {FORMAT_CAP_LOAD, D3D11_FORMAT_SUPPORT_SHADER_LOAD},
        {FORMAT_CAP_SAMPLE, D3D11_FORMAT_SUPPORT_SHADER_SAMPLE},
        {FORMAT_CAP_SAMPLE_COMPARISON,
         D3D11_FORMAT_SUPPORT_SHADER_SAMPLE_COMPARISON | D3D11_FORMAT_SUPPORT_SHADER_GATHER_COMPARISON},
        {FORMAT_CAP_GATHER, D3D11_FORMAT_SUPPORT_SHADER_GATHER},
        {FORMAT_CAP_RENDER_TARGET, D3D11_FORMAT_SUPPORT_RENDER_TARGET},
        {FORMAT_CAP_BLEND, D3D11_FORMAT_SUPPORT_BLENDABLE},
        {FORMAT_CAP_DEPTH_STENCIL, D3D11_FORMAT_SUPPORT_DEPTH_STENCIL},
        {FORMAT_CAP_UAV_STORE, D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW},
        {FORMAT_CAP_MULTISAMPLE_LOAD, D3D11_FORMAT_SUPPORT_MULTISAMPLE_LOAD},
        {FORMAT_CAP_MULTISAMPLE_RESOLVE, D3D11_FORMAT_SUPPORT_MULTISAMPLE_RESOLVE},
    };
    uint32_t caps = format_device_caps(format) & ~(uint32_t)DRAWING_CAPS;
    UINT bits = translate(caps, table, sizeof(table) / sizeof(*table));
    if (caps & (FORMAT_CAP_TEXTURE1D | FORMAT_CAP_TEXTURE2D | FORMAT_CAP_TEXTURE3D))
        bits |= D3D11_FORMAT_SUPPORT_MIP | D3D11_FORMAT_SUPPORT_CPU_LOCKABLE;
    if (texture_quality_levels(format, 4) && !format_is_typeless(format))
        bits |= D3D11_FORMAT_SUPPORT_MULTISAMPLE_RENDERTARGET;
    if (bits && reduce_can_filter(format))
        bits |= D3D11_FORMAT_SUPPORT_MIP_AUTOGEN;
    if (bits && format->family != format->number)
        bits |= D3D11_FORMAT_SUPPORT_CAST_WITHIN_BIT_LAYOUT;
    return bits;
}

UINT format_support2_bits(const struct format_info *format)
{
    static const struct cap_bit table[] = {
        {FORMAT_CAP_UAV_ATOMICS, D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_ADD |
                                     D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_BITWISE_OPS |
                                     D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_COMPARE_STORE_OR_COMPARE_EXCHANGE |
                                     D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_SIGNED_MIN_OR_MAX |
                                     D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_UNSIGNED_MIN_OR_MAX},
        {FORMAT_CAP_UAV_EXCHANGE, D3D11_FORMAT_SUPPORT2_UAV_ATOMIC_EXCHANGE},
        {FORMAT_CAP_UAV_LOAD, D3D11_FORMAT_SUPPORT2_UAV_TYPED_LOAD},
        {FORMAT_CAP_UAV_STORE, D3D11_FORMAT_SUPPORT2_UAV_TYPED_STORE},
    };
    return translate(format_device_caps(format), table, sizeof(table) / sizeof(*table));
}
