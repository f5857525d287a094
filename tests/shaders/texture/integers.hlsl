// Loads from integer and half textures.
// cs_5_0, entry main

Texture2D<uint4> Bytes : register(t0);
Texture2D<int2> Words : register(t1);
Texture2D<float4> Halves : register(t2);
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(2, 2, 1)]
void main(uint3 t : SV_GroupThreadID)
{
    Result[t.y * 2 + t.x] = float4(Bytes[t.xy].x + Bytes[t.xy].w * 1000, Words[t.xy], Halves[t.xy].y);
}
