// Sum of 1,024 values in groupshared memory with ten barriers.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Sum : register(u0);
groupshared uint Values[1024];

[numthreads(1024, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Values[i] = V[group.x * 1024 + i];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 512; step > 0; step >>= 1) {
        if (i < step)
            Values[i] += Values[i + step];
        GroupMemoryBarrierWithGroupSync();
    }
    if (i == 0)
        Sum[group.x] = Values[0];
}
