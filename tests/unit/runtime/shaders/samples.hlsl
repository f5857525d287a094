// Every sample of multisampled textures, one beyond the last, and where samples lie.
// fxc samples.hlsl main cs_5_0 samples.dxbc

Texture2DMS<float4> Flat : register(t0);
Texture2DMSArray<float4> Layers : register(t1);
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(9, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height, layers, count, i = (id.y * 9 + id.x) * 4;
    Layers.GetDimensions(width, height, layers, count);
    Out[i] = Flat.Load(int2(id.y, 1), id.x);
    Out[i + 1] = Layers.Load(int3(id.y, 2, id.y & 1), id.x);
    Out[i + 2] = float4(Flat.GetSamplePosition(id.x), Layers.GetSamplePosition(id.x));
    Out[i + 3] = float4(width, height, layers, count);
}
