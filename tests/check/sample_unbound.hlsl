// cs_5_0. Sampling and asking for the size where nothing is bound.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<float> Out : register(u0);
Texture2D<float> In : register(t0);
Texture2D<float> More : register(t1);
SamplerState Point : register(s0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
#ifdef FIXED
    In.GetDimensions(width, height);
    Out[id.x] = In.SampleLevel(Point, float2(id.x / 8.0, 0.5), 0) + width;
#else
    More.GetDimensions(width, height);
    Out[id.x] = More.SampleLevel(Point, float2(id.x / 8.0, 0.5), 0) + In.Load(int3(0, 0, 0)) + width;
#endif
}
