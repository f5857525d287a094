// asuint, asint and asfloat keep every bit, of NaN and denormals too.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> Bits : register(u0);

[numthreads(22, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Bits[i] = asuint(a) ^ 0x80000001u;
}
