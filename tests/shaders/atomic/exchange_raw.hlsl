// Exchange, compare-exchange and compare-store on raw buffers: lanes in order, so that a chain of compares
// succeeds.
// cs_5_0, entry main

RWByteAddressBuffer Memory : register(u0);
RWStructuredBuffer<uint4> Old : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 old;
    Memory.InterlockedExchange(0, i * 2 + 0, old.x);
    Memory.InterlockedCompareExchange(4, i ? i : 5, i + 1, old.y);
    Memory.InterlockedCompareStore(8, 5 + i % 50, 6 + i % 50);
    Memory.InterlockedExchange(12, i * 2 + 3, old.z);
    Memory.InterlockedCompareExchange(16, i ? i : 5, i + 1, old.w);
    Memory.InterlockedCompareStore(20, 5 + i % 50, 6 + i % 50);
    Old[i] = old;
}
