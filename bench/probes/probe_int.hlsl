// Independent additions and exclusive-ors: what the device's arithmetic gives.
// fxc probe_int.hlsl main cs_5_0 probe_int.dxbc

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
    uint4 chain[Chains], factor = Seed, term = Seed + 1, sum = 0;
    uint k;
    [unroll]
    for (k = 0; k < Chains; k++)
        chain[k] = id.x + k;
    [loop]
    for (uint round = 0; round < Rounds; round++) {
        [unroll]
        for (k = 0; k < Chains; k++)
            chain[k] = (chain[k] + term) ^ factor;
    }
    [unroll]
    for (k = 0; k < Chains; k++)
        sum += chain[k];
    Sink[id.x] = sum.x + sum.y + sum.z + sum.w;
}
