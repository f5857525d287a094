// log (log2 x): powers of two, around 1, denormals, zero, negative values.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Logarithm : register(u0);

[numthreads(126, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Logarithm[i] = log2(a);
}
