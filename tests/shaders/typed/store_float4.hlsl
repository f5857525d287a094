// Stores to R32G32B32A32_FLOAT keep every bit.
// cs_5_0, entry main

StructuredBuffer<float4> V : register(t0);
RWBuffer<float4> Typed : register(u0);

[numthreads(5, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 2 ? i : 2 + (i - 2) * 0x3FFFFFFF] = V[i];
}
