// cs_5_0. Textures of every shape, sampled and loaded; a volume and an array written; a format that converts; a counter.
Texture1DArray<float4> Lines : register(t0);
Texture3D<float4> Volume : register(t1);
TextureCube<float4> Cube : register(t2);
Buffer<float4> Colours : register(t3);
SamplerState Odd : register(s1);
SamplerState Plain : register(s2);
cbuffer Constants : register(b1) { float4 Scale; };
RWTexture3D<float> Out3D : register(u0);
RWTexture2DArray<uint> OutLayers : register(u1);
RWBuffer<unorm float4> OutColours : register(u2);
AppendStructuredBuffer<float4> Log : register(u3);

[numthreads(4, 4, 4)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    float3 at = (id + 0.3) / 4;
    float4 strip = Lines.SampleLevel(Odd, float2(at.x * 2 - 0.6, id.z % 2), at.y);
    float4 cube = Cube.SampleLevel(Plain, at * 2 - 1, at.z * 2);
    float4 volume = Volume.SampleLevel(Odd, at * 1.5 - 0.2, 0) + Volume.Load(int4(id, 0));
    Out3D[id] = strip.x + cube.y + volume.z * Scale.x;
    if (id.z < 2)
        OutLayers[uint3(id.xy, id.z)] = asuint(cube.x) ^ asuint(Colours[gi & 7].w);
    OutColours[gi] = strip * 0.5 + Colours[gi & 7] * 0.25;
    if (gi % 5 == 0)
        Log.Append(volume);
}
