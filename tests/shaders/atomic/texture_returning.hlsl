// All InterlockedXxx operations on textures of R32_UINT and R32_SINT with returned values.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWTexture2D<uint> Memory : register(u0);
RWStructuredBuffer<uint> Old : register(u1);
RWTexture2D<int> Numbers : register(u2);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    uint old;
    int signedOld;
    InterlockedAnd(Memory[uint2(0, 0)], v, old);
    Old[0 + i] = old;
    InterlockedOr(Memory[uint2(1, 0)], v, old);
    Old[64 + i] = old;
    InterlockedXor(Memory[uint2(2, 0)], v, old);
    Old[128 + i] = old;
    InterlockedAdd(Memory[uint2(0, 1)], v, old);
    Old[192 + i] = old;
    InterlockedMin(Memory[uint2(1, 1)], v, old);
    Old[256 + i] = old;
    InterlockedMax(Memory[uint2(2, 1)], v, old);
    Old[320 + i] = old;
    InterlockedMin(Numbers[uint2(1, 0)], (int)v, signedOld);
    Old[384 + i] = (uint)signedOld;
    InterlockedMax(Numbers[uint2(1, 1)], (int)v, signedOld);
    Old[448 + i] = (uint)signedOld;
}
