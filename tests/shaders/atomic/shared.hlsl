// All InterlockedXxx operations on groupshared memory.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Memory : register(u0);
groupshared uint Words[6];
groupshared int Numbers[2];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < 6)
        Words[i] = Memory[i];
    else if (i < 8)
        Numbers[i - 6] = (int)Memory[i];
    GroupMemoryBarrierWithGroupSync();
    uint v = V[i];
    InterlockedAnd(Words[0], v);
    InterlockedOr(Words[1], v);
    InterlockedXor(Words[2], v);
    InterlockedAdd(Words[3], v);
    InterlockedMin(Words[4], v);
    InterlockedMax(Words[5], v);
    InterlockedMin(Numbers[0], (int)v);
    InterlockedMax(Numbers[1], (int)v);
    GroupMemoryBarrierWithGroupSync();
    if (i < 6)
        Memory[i] = Words[i];
    else if (i < 8)
        Memory[i] = (uint)Numbers[i - 6];
}
