// Stores to R16G16_SINT clamp.
// cs_5_0, entry main

StructuredBuffer<int4> V : register(t0);
RWBuffer<int2> Typed : register(u0);

[numthreads(7, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 4 ? i : 4 + (i - 4) * 0x3FFFFFFF] = V[i].xy;
}
