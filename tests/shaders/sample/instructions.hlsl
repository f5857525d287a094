// Every sampling instruction that compute shaders have, on a texture of 4 x 4 and 2 x 2 texels.
// fxc instructions.hlsl main cs_5_0 instructions.dxbc

Texture2D<float4> Tex : register(t0);
Texture2D<float> Depth : register(t1);
SamplerState Wrap : register(s0);
SamplerState Border : register(s1);
SamplerComparisonState Less : register(s2);
StructuredBuffer<float4> In : register(t2);    // u, v, level, reference
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float4 at = In[i];
    int2 offset = int2(i, 3 - (int)i);
    float4 results[10];
    results[0] = Tex.SampleLevel(Wrap, at.xy, at.z);
    results[1] = Tex.SampleLevel(Border, at.xy, at.z, int2(1, -2));
    results[2] = Tex.SampleGrad(Wrap, at.xy, float2(0.25, 0), float2(0, 0.25 * at.z));
    results[3] = Depth.SampleCmpLevelZero(Less, at.xy, at.w);
    results[4] = Tex.Gather(Wrap, at.xy);
    results[5] = Tex.GatherAlpha(Border, at.xy, int2(-3, 2));
    results[6] = Tex.GatherGreen(Wrap, at.xy, offset);
    results[7] = Depth.GatherCmp(Less, at.xy, at.w);
    results[8] = Depth.GatherCmp(Less, at.xy, at.w, offset);
    results[9] = Depth.SampleCmpLevelZero(Less, at.xy, at.w, int2(2, 0));
    for (uint k = 0; k < 10; k++)
        Out[i * 10 + k] = results[k];
}
