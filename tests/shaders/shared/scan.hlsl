// Inclusive prefix sum of 1,024 values (Hillis and Steele) with two barriers a step.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Sum : register(u0);
groupshared uint Values[1024];

[numthreads(1024, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Values[i] = V[i];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 1; step < 1024; step <<= 1) {
        uint other = i >= step ? Values[i - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        Values[i] += other;
        GroupMemoryBarrierWithGroupSync();
    }
    Sum[i] = Values[i];
}
