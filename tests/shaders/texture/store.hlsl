// Stores to a 9 x 4 texture from a larger grid: those outside vanish; loads back.
// cs_5_0, entry main

RWTexture2D<float> Image : register(u0);
RWTexture2D<uint4> Quads : register(u1);
RWTexture2D<float> Copy : register(u2);

[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Image[id.xy] = id.y * 100.0 + id.x;
    Quads[id.yx] = uint4(id.xy, id.x * id.y, 70000);
    Copy[id.xy] = Image[id.xy] + Image[id.xy + uint2(100, 0)];
}
