// A histogram over many groups: one commuting atomic whose result nobody reads.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Count : register(u0);
groupshared uint Local[16];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    if (i < 16)
        Local[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(Local[V[id.x] % 16], 1);
    GroupMemoryBarrierWithGroupSync();
    if (i < 16)
        InterlockedAdd(Count[i], Local[i]);
}
