// Stores to R32_UINT.
// cs_5_0, entry main

StructuredBuffer<uint4> V : register(t0);
RWBuffer<uint> Typed : register(u0);

[numthreads(11, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 8 ? i : 8 + (i - 8) * 0x3FFFFFFF] = V[i].x;
}
