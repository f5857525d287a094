// The horizontal half of a separable blur of 17 taps: each group takes 128 pixels of a row and their
// neighbours into group-shared memory.
// fxc blur_rows.hlsl main cs_5_0 blur_rows.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Size;
    float4 Weights[3];  // of the middle and of the neighbours at distances 1 to 8
};

Texture2D<float4> Input : register(t0);
RWTexture2D<float4> Output : register(u0);

static const uint Width = 128;
static const uint Radius = 8;
groupshared float4 Shared[Width + 2 * Radius];

float4 load(int x, int y)
{
    return Input.Load(int3(clamp(x, 0, (int)Size.x - 1), y, 0));
}

[numthreads(Width, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    int2 at = int2(group.x * Width + thread, group.y);
    Shared[thread] = load(at.x - (int)Radius, at.y);
    if (thread < 2 * Radius)
        Shared[thread + Width] = load(at.x - (int)Radius + (int)Width, at.y);
    GroupMemoryBarrierWithGroupSync();
    float4 sum = Weights[0].x * Shared[thread + Radius];
    [unroll]
    for (uint k = 1; k <= Radius; k++)
        sum += Weights[k / 4][k % 4] * (Shared[thread + Radius - k] + Shared[thread + Radius + k]);
    if ((uint)at.x < Size.x)
        Output[at] = sum;
}
