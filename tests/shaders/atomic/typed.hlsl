// All InterlockedXxx operations on typed buffers of R32_UINT and R32_SINT.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWBuffer<uint> Memory : register(u0);
RWBuffer<int> Numbers : register(u2);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    InterlockedAnd(Memory[0], v);
    InterlockedOr(Memory[1], v);
    InterlockedXor(Memory[2], v);
    InterlockedAdd(Memory[3], v);
    InterlockedMin(Memory[4], v);
    InterlockedMax(Memory[5], v);
    InterlockedMin(Numbers[0], (int)v);
    InterlockedMax(Numbers[1], (int)v);
}
