// A picture at another size through a linear filter: one sample_l for each pixel.
// fxc bilinear.hlsl main cs_5_0 bilinear.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Size;         // of the result
    float2 Step;        // 1 / Size
};

Texture2D<float4> Input : register(t0);
SamplerState Linear : register(s0);
RWTexture2D<unorm float4> Output : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Size))
        return;
    Output[id.xy] = Input.SampleLevel(Linear, (id.xy + 0.5) * Step, 0);
}
