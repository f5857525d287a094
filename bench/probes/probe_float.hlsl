// Independent multiply-adds: what the device's arithmetic gives.
// fxc probe_float.hlsl main cs_5_0 probe_float.dxbc

cbuffer Parameters : register(b0)
{
    uint Rounds;
    uint Seed;
};

RWStructuredBuffer<uint> Sink : register(u0);

static const uint Chains = 8;

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 chain[Chains], factor = (float)Seed / 1024, term = (float)(Seed + 1), sum = 0;
    uint k;
    [unroll]
    for (k = 0; k < Chains; k++)
        chain[k] = (float)(id.x + k);
    [loop]
    for (uint round = 0; round < Rounds; round++) {
        [unroll]
        for (k = 0; k < Chains; k++)
            chain[k] = mad(chain[k], factor, term);
    }
    [unroll]
    for (k = 0; k < Chains; k++)
        sum += chain[k];
    Sink[id.x] = (uint)(sum.x + sum.y + sum.z + sum.w);
}
