// dtof rounds to nearest even, once; results below the normal range are flushed (determinism contract).
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<float> Single : register(u0);

[numthreads(30, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double a = V[i];
    Single[i] = (float)a;
}
