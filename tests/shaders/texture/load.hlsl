// Loads from every mip of a 7 x 5 texture, with offsets, outside in every direction.
// cs_5_0, entry main

Texture2D<float4> Image : register(t0);
StructuredBuffer<int3> Where : register(t1);
struct Loads { float4 plain; float4 moved; };
RWStructuredBuffer<Loads> Result : register(u0);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Loads l;
    l.plain = Image.Load(Where[i]);
    l.moved = Image.Load(Where[i], int2(1, -2));
    Result[i] = l;
}
