// dtoi and dtou: toward zero, clamped, NaN gives 0.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<uint> Signed : register(u0);
RWStructuredBuffer<uint> Unsigned : register(u1);

[numthreads(28, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double a = V[i];
    Signed[i] = (uint)(int)a;
    Unsigned[i] = (uint)a;
}
