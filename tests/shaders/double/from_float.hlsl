// ftod is exact; denormals are flushed (determinism contract), NaN is canonical.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<double> Double : register(u0);

[numthreads(22, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Double[i] = (double)a;
}
