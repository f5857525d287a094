// Stores to R16G16B16A16_FLOAT round toward zero, clamp finite values, make half denormals.
// cs_5_0, entry main

StructuredBuffer<float4> V : register(t0);
RWBuffer<float4> Typed : register(u0);

[numthreads(7, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Typed[i < 4 ? i : 4 + (i - 4) * 0x3FFFFFFF] = V[i];
}
