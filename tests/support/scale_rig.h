/*
 * A rig with a shader whose work is easy to see: target[i] = source[i] * factor + offset
 * (unit/runtime/shaders/scale). source[i] is i + 1.
 */
#ifndef SUPPORT_SCALE_RIG_H
#define SUPPORT_SCALE_RIG_H

#include "runtime_rig.h"

enum { SCALE_COUNT = 64 };

struct scale {
    struct rig rig;
    ID3D11ComputeShader *shader;
    ID3D11Buffer *source, *target, *numbers,
        *dynamic; /* numbers and dynamic: {factor, offset}, at first {2, 0} */
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
};

static inline struct scale scale_open_flags(UINT flags)
{
    struct scale scale = {.rig = rig_open_flags(flags)};
    uint32_t source[SCALE_COUNT], numbers[4] = {2, 0};
    for (uint32_t i = 0; i < SCALE_COUNT; i++)
        source[i] = i + 1;
    D3D11_BUFFER_DESC constants = {.ByteWidth = 16, .BindFlags = D3D11_BIND_CONSTANT_BUFFER};
    scale.shader = rig_shader(&scale.rig, "scale");
    scale.source = rig_structured(&scale.rig, sizeof(source), 4, D3D11_BIND_SHADER_RESOURCE, source);
    scale.target = rig_structured(&scale.rig, sizeof(source), 4,
                                  D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE, NULL);
    scale.numbers = rig_buffer(&scale.rig, &constants, numbers);
    constants.Usage = D3D11_USAGE_DYNAMIC;
    constants.CPUAccessFlags = D3D11_CPU_ACCESS_WRITE;
    scale.dynamic = rig_buffer(&scale.rig, &constants, numbers);
    scale.srv = rig_srv(&scale.rig, scale.source, NULL);
    scale.uav = rig_uav(&scale.rig, scale.target, NULL);
    return scale;
}

static inline struct scale scale_open(void)
{
    return scale_open_flags(0);
}

static inline void scale_close(struct scale *scale)
{
    ID3D11DeviceContext_ClearState(scale->rig.context);
    ID3D11UnorderedAccessView_Release(scale->uav);
    ID3D11ShaderResourceView_Release(scale->srv);
    ID3D11Buffer_Release(scale->dynamic);
    ID3D11Buffer_Release(scale->numbers);
    ID3D11Buffer_Release(scale->target);
    ID3D11Buffer_Release(scale->source);
    ID3D11ComputeShader_Release(scale->shader);
    rig_close(&scale->rig);
}

static inline void scale_bind(const struct scale *scale, ID3D11DeviceContext *context, ID3D11Buffer *numbers)
{
    ID3D11DeviceContext_CSSetShader(context, scale->shader, NULL, 0);
    ID3D11DeviceContext_CSSetConstantBuffers(context, 0, 1, &numbers);
    ID3D11DeviceContext_CSSetShaderResources(context, 0, 1, &scale->srv);
    ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, 1, &scale->uav, NULL);
}

static inline void scale_update(ID3D11DeviceContext *context, ID3D11Buffer *numbers, uint32_t factor,
                                uint32_t offset)
{
    const uint32_t values[4] = {factor, offset};
    ID3D11DeviceContext_UpdateSubresource(context, (ID3D11Resource *)numbers, 0, NULL, values, 0, 0);
}

/* Holds the target to factor and offset, then clears it. {0, 0}: nothing ran. */
static inline void scale_expect(const struct scale *scale, uint32_t factor, uint32_t offset)
{
    uint32_t out[SCALE_COUNT];
    rig_read(&scale->rig, scale->target, out, sizeof(out));
    for (uint32_t i = 0; i < SCALE_COUNT; i++)
        assert_int_equal(out[i], (i + 1) * factor + offset);
    memset(out, 0, sizeof(out));
    ID3D11DeviceContext_UpdateSubresource(scale->rig.context, (ID3D11Resource *)scale->target, 0, NULL, out,
                                          0, 0);
}

#endif
