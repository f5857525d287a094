// Register ranges and spaces of shader model 5.1.
Texture2D<float4> pictures[8] : register(t2, space1); StructuredBuffer<uint> open_end[] : register(t0, space3);
SamplerState samplers[3] : register(s1); RWByteAddressBuffer raw[4] : register(u5);
struct setting { float4 a; uint b; }; ConstantBuffer<setting> settings[3] : register(b2, space2);
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 c = pictures[id.x & 7].SampleLevel(samplers[id.y % 3], id.xy * 0.125f, 1) + settings[id.z % 3].a;
    raw[NonUniformResourceIndex(id.x & 3)].Store(4 * open_end[id.y][settings[1].b], asuint(c.x));
}
