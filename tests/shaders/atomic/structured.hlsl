// All InterlockedXxx operations on structured buffers, signed and unsigned.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
struct Words { uint word[6]; int number[2]; };
RWStructuredBuffer<Words> Memory : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint v = V[i];
    InterlockedAnd(Memory[0].word[0], v);
    InterlockedOr(Memory[0].word[1], v);
    InterlockedXor(Memory[0].word[2], v);
    InterlockedAdd(Memory[0].word[3], v);
    InterlockedMin(Memory[0].word[4], v);
    InterlockedMax(Memory[0].word[5], v);
    InterlockedMin(Memory[0].number[0], (int)v);
    InterlockedMax(Memory[0].number[1], (int)v);
}
