// All InterlockedXxx operations on raw buffers.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWByteAddressBuffer Memory : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i], old;
    Memory.InterlockedAnd(0, v);
    Memory.InterlockedOr(4, v);
    Memory.InterlockedXor(8, v);
    Memory.InterlockedAdd(12, v);
    Memory.InterlockedMin(16, v);
    Memory.InterlockedMax(20, v);
}
