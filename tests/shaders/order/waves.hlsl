// Waves of a group run one after another between barriers: each sees what earlier ones stored and nothing
// of later ones.
// cs_5_0, entry main

groupshared uint Last[2];
cbuffer Constants : register(b0) { uint Zero; }; // the compiler refuses races that it can see
RWStructuredBuffer<uint> Seen : register(u0);
RWStructuredBuffer<uint> After : register(u1);

[numthreads(160, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [branch] if (Zero)
        Last[i & 1] = 9;
    Seen[i] = Last[Zero];
    [branch] if (i >= Zero)
        Last[Zero] = i + 1;
    GroupMemoryBarrierWithGroupSync();
    After[i] = Last[Zero];
}
