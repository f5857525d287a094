// The vertical half of a separable blur of 17 taps. A group makes 16 columns of 32 pixels, whose neighbours
// above and below stand in group-shared memory too.
// fxc blur_columns.hlsl main cs_5_0 blur_columns.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Size;
    float4 Weights[3];  // of the middle and of the neighbours at distances 1 to 8
};

Texture2D<float4> Input : register(t0);
RWTexture2D<unorm float4> Output : register(u0);

static const uint Width = 16;
static const uint Height = 32;
static const uint Radius = 8;
groupshared float4 Shared[Height + 2 * Radius][Width];

float4 load(int x, int y)
{
    return Input.Load(int3(min(x, (int)Size.x - 1), clamp(y, 0, (int)Size.y - 1), 0));
}

[numthreads(Width, Height, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 thread : SV_GroupThreadID)
{
    int2 at = int2(id.xy);
    Shared[thread.y][thread.x] = load(at.x, at.y - (int)Radius);
    if (thread.y < 2 * Radius)
        Shared[thread.y + Height][thread.x] = load(at.x, at.y - (int)Radius + (int)Height);
    GroupMemoryBarrierWithGroupSync();
    float4 sum = Weights[0].x * Shared[thread.y + Radius][thread.x];
    [unroll]
    for (uint k = 1; k <= Radius; k++)
        sum += Weights[k / 4][k % 4] *
               (Shared[thread.y + Radius - k][thread.x] + Shared[thread.y + Radius + k][thread.x]);
    if (all(id.xy < Size))
        Output[id.xy] = sum;
}
