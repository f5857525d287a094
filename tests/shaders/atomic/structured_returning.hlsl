// All InterlockedXxx operations on structured buffers, signed and unsigned with returned values.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
struct Words { uint word[6]; int number[2]; };
RWStructuredBuffer<Words> Memory : register(u0);
RWStructuredBuffer<uint> Old : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    uint old;
    int signedOld;
    InterlockedAnd(Memory[0].word[0], v, old);
    Old[0 + i] = old;
    InterlockedOr(Memory[0].word[1], v, old);
    Old[64 + i] = old;
    InterlockedXor(Memory[0].word[2], v, old);
    Old[128 + i] = old;
    InterlockedAdd(Memory[0].word[3], v, old);
    Old[192 + i] = old;
    InterlockedMin(Memory[0].word[4], v, old);
    Old[256 + i] = old;
    InterlockedMax(Memory[0].word[5], v, old);
    Old[320 + i] = old;
    InterlockedMin(Memory[0].number[0], (int)v, signedOld);
    Old[384 + i] = (uint)signedOld;
    InterlockedMax(Memory[0].number[1], (int)v, signedOld);
    Old[448 + i] = (uint)signedOld;
}
