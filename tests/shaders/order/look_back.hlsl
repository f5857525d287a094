// A prefix sum in one pass: a group waits for the sum of the group before it, which always comes.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Sum : register(u0);
// For each group the sum up to it, plus 1; 0: not there yet.
globallycoherent RWStructuredBuffer<uint> State : register(u1);
groupshared uint Values[64];
groupshared uint Before;

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    Values[i] = V[group.x * 64 + i];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint step = 1; step < 64; step <<= 1) {
        uint other = i >= step ? Values[i - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        Values[i] += other;
        GroupMemoryBarrierWithGroupSync();
    }
    if (i == 0) {
        uint before = 1;
        [branch] if (group.x > 0) {
            before = 0;
            [allow_uav_condition] [loop] while (before == 0)
                InterlockedOr(State[group.x - 1], 0, before);
        }
        Before = before - 1;
        InterlockedAdd(State[group.x], before + Values[63]);
    }
    GroupMemoryBarrierWithGroupSync();
    Sum[group.x * 64 + i] = Before + Values[i];
}
