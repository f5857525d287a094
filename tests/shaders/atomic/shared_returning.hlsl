// All InterlockedXxx operations on groupshared memory with returned values.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Memory : register(u0);
RWStructuredBuffer<uint> Old : register(u1);
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
    uint old;
    int signedOld;
    InterlockedAnd(Words[0], v, old);
    Old[0 + i] = old;
    InterlockedOr(Words[1], v, old);
    Old[64 + i] = old;
    InterlockedXor(Words[2], v, old);
    Old[128 + i] = old;
    InterlockedAdd(Words[3], v, old);
    Old[192 + i] = old;
    InterlockedMin(Words[4], v, old);
    Old[256 + i] = old;
    InterlockedMax(Words[5], v, old);
    Old[320 + i] = old;
    InterlockedMin(Numbers[0], (int)v, signedOld);
    Old[384 + i] = (uint)signedOld;
    InterlockedMax(Numbers[1], (int)v, signedOld);
    Old[448 + i] = (uint)signedOld;
    GroupMemoryBarrierWithGroupSync();
    if (i < 6)
        Memory[i] = Words[i];
    else if (i < 8)
        Memory[i] = (uint)Numbers[i - 6];
}
