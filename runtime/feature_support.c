/*
 * ID3D11Device::CheckFeatureSupport: every feature that the headers know, as things are and not as they may
 * become.
 */
#include "feature_support.h"

#include <string.h>

#include "device.h"
#include "format_support.h"

static HRESULT format_support(void *data, UINT size)
{
    D3D11_FEATURE_DATA_FORMAT_SUPPORT *support = data;
    if (size != sizeof(*support))
        return E_INVALIDARG;
    support->OutFormatSupport = format_support_bits(format_get(support->InFormat));
    return support->OutFormatSupport ? S_OK : E_FAIL;
}

static HRESULT format_support2(void *data, UINT size)
{
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 *support = data;
    if (size != sizeof(*support))
        return E_INVALIDARG;
    const struct format_info *format = format_get(support->InFormat);
    support->OutFormatSupport2 = format_support2_bits(format);
    return format_support_bits(format) ? S_OK : E_FAIL;
}

#define ANSWER(type, ...)                                                                                    \
    do {                                                                                                     \
        static const D3D11_FEATURE_DATA_##type answer = {__VA_ARGS__};                                       \
        if (size != sizeof(answer))                                                                          \
            return E_INVALIDARG;                                                                             \
        memcpy(data, &answer, sizeof(answer));                                                               \
        return S_OK;                                                                                         \
    } while (0)

static HRESULT answer_feature(D3D11_FEATURE feature, void *data, UINT size)
{
    switch (feature) {
    case D3D11_FEATURE_THREADING:
        ANSWER(THREADING, .DriverConcurrentCreates = TRUE, .DriverCommandLists = TRUE);
    case D3D11_FEATURE_DOUBLES:
        ANSWER(DOUBLES, .DoublePrecisionFloatShaderOps = TRUE);
    case D3D11_FEATURE_FORMAT_SUPPORT:
        return format_support(data, size);
    case D3D11_FEATURE_FORMAT_SUPPORT2:
        return format_support2(data, size);
    case D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS:
        ANSWER(D3D10_X_HARDWARE_OPTIONS, .ComputeShaders_Plus_RawAndStructuredBuffers_Via_Shader_4_x = TRUE);
    case D3D11_FEATURE_D3D11_OPTIONS:
        ANSWER(D3D11_OPTIONS, .ClearView = TRUE, .DiscardAPIsSeenByDriver = TRUE,
               .FlagsForUpdateAndCopySeenByDriver = TRUE, .CopyWithOverlap = TRUE,
               .ConstantBufferPartialUpdate = TRUE, .ConstantBufferOffsetting = TRUE,
               .MapNoOverwriteOnDynamicConstantBuffer = TRUE, .MapNoOverwriteOnDynamicBufferSRV = TRUE,
               .SAD4ShaderInstructions = TRUE, .ExtendedDoublesShaderInstructions = TRUE);
    case D3D11_FEATURE_ARCHITECTURE_INFO:
        ANSWER(ARCHITECTURE_INFO, .TileBasedDeferredRenderer = FALSE);
    case D3D11_FEATURE_D3D9_OPTIONS:
        ANSWER(D3D9_OPTIONS, .FullNonPow2TextureSupport = TRUE);
    case D3D11_FEATURE_SHADER_MIN_PRECISION_SUPPORT:
        ANSWER(SHADER_MIN_PRECISION_SUPPORT, 0, 0);
    case D3D11_FEATURE_D3D9_SHADOW_SUPPORT:
        ANSWER(D3D9_SHADOW_SUPPORT, FALSE);
    case D3D11_FEATURE_D3D11_OPTIONS1:
        ANSWER(D3D11_OPTIONS1, .TiledResourcesTier = D3D11_TILED_RESOURCES_NOT_SUPPORTED,
               .MapOnDefaultBuffers = TRUE);
    case D3D11_FEATURE_D3D9_SIMPLE_INSTANCING_SUPPORT:
        ANSWER(D3D9_SIMPLE_INSTANCING_SUPPORT, FALSE);
    case D3D11_FEATURE_MARKER_SUPPORT:
        ANSWER(MARKER_SUPPORT, .Profile = FALSE);
    case D3D11_FEATURE_D3D9_OPTIONS1:
        ANSWER(D3D9_OPTIONS1, .FullNonPow2TextureSupported = TRUE);
    case D3D11_FEATURE_D3D11_OPTIONS2:
        ANSWER(D3D11_OPTIONS2, .TypedUAVLoadAdditionalFormats = TRUE, .MapOnDefaultTextures = TRUE,
               .UnifiedMemoryArchitecture = TRUE);
    case D3D11_FEATURE_D3D11_OPTIONS3:
        ANSWER(D3D11_OPTIONS3, FALSE);
    case D3D11_FEATURE_GPU_VIRTUAL_ADDRESS_SUPPORT:
        ANSWER(GPU_VIRTUAL_ADDRESS_SUPPORT, .MaxGPUVirtualAddressBitsPerResource = 32,
               .MaxGPUVirtualAddressBitsPerProcess = 47);
    case D3D11_FEATURE_D3D11_OPTIONS4:
        ANSWER(D3D11_OPTIONS4, FALSE);
    case D3D11_FEATURE_SHADER_CACHE:
        ANSWER(SHADER_CACHE, .SupportFlags = 0);
    case D3D11_FEATURE_D3D11_OPTIONS5:
        ANSWER(D3D11_OPTIONS5, .SharedResourceTier = 0);
    default:
        return E_INVALIDARG;
    }
}

HRESULT device_check_feature(struct device *device, D3D11_FEATURE feature, void *data, UINT size)
{
    HRESULT hr = data ? answer_feature(feature, data, size) : E_INVALIDARG;
    if (hr == E_INVALIDARG)
        message_fail(device, hr, D3D11_MESSAGE_ID_DEVICE_CHECKFEATURESUPPORT_INVALIDARG_RETURN,
                     "CheckFeatureSupport: feature %d with %u bytes of data is not known", feature, size);
    return hr;
}
