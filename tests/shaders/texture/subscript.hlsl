// Image[xy] and Image.mips[level][xy].
// cs_5_0, entry main

Texture2D<float> Image : register(t0);
RWStructuredBuffer<float> Result : register(u0);

[numthreads(7, 5, 1)]
void main(uint3 t : SV_GroupThreadID)
{
    Result[t.y * 7 + t.x] = Image[t.xy] + Image.mips[1][t.xy / 2] + Image.mips[2][t.xy / 4];
}
