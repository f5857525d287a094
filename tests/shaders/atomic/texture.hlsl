// All InterlockedXxx operations on textures of R32_UINT and R32_SINT.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWTexture2D<uint> Memory : register(u0);
RWTexture2D<int> Numbers : register(u2);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    InterlockedAnd(Memory[uint2(0, 0)], v);
    InterlockedOr(Memory[uint2(1, 0)], v);
    InterlockedXor(Memory[uint2(2, 0)], v);
    InterlockedAdd(Memory[uint2(0, 1)], v);
    InterlockedMin(Memory[uint2(1, 1)], v);
    InterlockedMax(Memory[uint2(2, 1)], v);
    InterlockedMin(Numbers[uint2(1, 0)], (int)v);
    InterlockedMax(Numbers[uint2(1, 1)], (int)v);
}
