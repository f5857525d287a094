// Exchange, compare-exchange and compare-store on groupshared memory: lanes in order, so that a chain of
// compares succeeds.
// cs_5_0, entry main

RWStructuredBuffer<uint> Memory : register(u0);
groupshared uint Words[6];
RWStructuredBuffer<uint4> Old : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 old;
    if (i < 6)
        Words[i] = Memory[i];
    GroupMemoryBarrierWithGroupSync();
    InterlockedExchange(Words[0], i * 2 + 0, old.x);
    InterlockedCompareExchange(Words[1], i ? i : 5, i + 1, old.y);
    InterlockedCompareStore(Words[2], 5 + i % 50, 6 + i % 50);
    InterlockedExchange(Words[3], i * 2 + 3, old.z);
    InterlockedCompareExchange(Words[4], i ? i : 5, i + 1, old.w);
    InterlockedCompareStore(Words[5], 5 + i % 50, 6 + i % 50);
    GroupMemoryBarrierWithGroupSync();
    if (i < 6)
        Memory[i] = Words[i];
    Old[i] = old;
}
