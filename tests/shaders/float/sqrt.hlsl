// sqrt, rsq and rcp from correctly rounded operations.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Root : register(u0);
RWStructuredBuffer<float> ReciprocalRoot : register(u1);
RWStructuredBuffer<float> Reciprocal : register(u2);

[numthreads(90, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Root[i] = sqrt(a);
    ReciprocalRoot[i] = rsqrt(a);
    Reciprocal[i] = rcp(a);
}
