// Exchange, compare-exchange and compare-store on typed buffers: lanes in order, so that a chain of
// compares succeeds.
// cs_5_0, entry main

RWBuffer<uint> Memory : register(u0);
RWStructuredBuffer<uint4> Old : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 old;
    InterlockedExchange(Memory[0], i * 2 + 0, old.x);
    InterlockedCompareExchange(Memory[1], i ? i : 5, i + 1, old.y);
    InterlockedCompareStore(Memory[2], 5 + i % 50, 6 + i % 50);
    InterlockedExchange(Memory[3], i * 2 + 3, old.z);
    InterlockedCompareExchange(Memory[4], i ? i : 5, i + 1, old.w);
    InterlockedCompareStore(Memory[5], 5 + i % 50, 6 + i % 50);
    Old[i] = old;
}
