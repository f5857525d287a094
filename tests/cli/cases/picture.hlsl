// Mirrors a picture left to right and swaps red and blue.
Texture2D<float4> In : register(t0);
RWTexture2D<float4> Out : register(u0);

[numthreads(2, 2, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    In.GetDimensions(width, height);
    Out[id.xy] = In.Load(int3(width - 1 - id.x, id.y, 0)).bgra;
}
