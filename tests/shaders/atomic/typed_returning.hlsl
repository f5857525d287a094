// All InterlockedXxx operations on typed buffers of R32_UINT and R32_SINT with returned values.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWBuffer<uint> Memory : register(u0);
RWStructuredBuffer<uint> Old : register(u1);
RWBuffer<int> Numbers : register(u2);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    uint old;
    int signedOld;
    InterlockedAnd(Memory[0], v, old);
    Old[0 + i] = old;
    InterlockedOr(Memory[1], v, old);
    Old[64 + i] = old;
    InterlockedXor(Memory[2], v, old);
    Old[128 + i] = old;
    InterlockedAdd(Memory[3], v, old);
    Old[192 + i] = old;
    InterlockedMin(Memory[4], v, old);
    Old[256 + i] = old;
    InterlockedMax(Memory[5], v, old);
    Old[320 + i] = old;
    InterlockedMin(Numbers[0], (int)v, signedOld);
    Old[384 + i] = (uint)signedOld;
    InterlockedMax(Numbers[1], (int)v, signedOld);
    Old[448 + i] = (uint)signedOld;
}
