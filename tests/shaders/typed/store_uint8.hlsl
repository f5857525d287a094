// Stores to R8G8B8A8_UINT clamp.
// cs_5_0, entry main

StructuredBuffer<uint4> V : register(t0);
RWBuffer<uint4> Typed : register(u0);

[numthreads(5, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 2 ? i : 2 + (i - 2) * 0x3FFFFFFF] = V[i];
}
