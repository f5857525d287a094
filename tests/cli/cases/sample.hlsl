// Filtered sampling.
Texture2D<float4> In : register(t0);
SamplerState Linear : register(s0);
RWBuffer<float4> Out : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    Out[0] = In.SampleLevel(Linear, float2(0.5, 0.5), 0);
}
