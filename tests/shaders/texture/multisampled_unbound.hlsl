// Multisampled textures in an empty slot: ldms gives 0, so do sample counts and positions.
// cs_5_0, entry main

Texture2DMS<float4> Image : register(t0);
Texture2DMSArray<uint2> Images : register(t1);
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint w, h, samples;
    Result[0] = Image.Load(int2(1, 2), 3);
    Result[1] = float4(Images.Load(int3(1, 2, 3), 0), 0, 0);
    Result[0] += Image.Load(int2(1, 2), 0, int2(0, 0), w) + (w == 7 ? 1 : 0); // 7 is no status of weft
    Image.GetDimensions(w, h, samples);
    Result[2] = float4(w, h, samples, 0);
    Result[3] = float4(Image.GetSamplePosition(2), 0, 0);
}
