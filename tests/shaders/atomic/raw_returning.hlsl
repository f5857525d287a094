// All InterlockedXxx operations on raw buffers with returned values.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWByteAddressBuffer Memory : register(u0);
RWStructuredBuffer<uint> Old : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i], old;
    Memory.InterlockedAnd(0, v, old);
    Old[0 + i] = old;
    Memory.InterlockedOr(4, v, old);
    Old[64 + i] = old;
    Memory.InterlockedXor(8, v, old);
    Old[128 + i] = old;
    Memory.InterlockedAdd(12, v, old);
    Old[192 + i] = old;
    Memory.InterlockedMin(16, v, old);
    Old[256 + i] = old;
    Memory.InterlockedMax(20, v, old);
    Old[320 + i] = old;
}
