// Stores to R16_FLOAT.
// cs_5_0, entry main

StructuredBuffer<float4> V : register(t0);
RWBuffer<float> Typed : register(u0);

[numthreads(19, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 16 ? i : 16 + (i - 16) * 0x3FFFFFFF] = V[i].x;
}
