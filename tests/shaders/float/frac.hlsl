// frc: a - floor(a), always below 1.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Fraction : register(u0);

[numthreads(37, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Fraction[i] = frac(a);
}
