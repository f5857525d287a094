// exp (2^x): the whole range, underflow to zero, overflow to infinity.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Power : register(u0);

[numthreads(104, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Power[i] = exp2(a);
}
