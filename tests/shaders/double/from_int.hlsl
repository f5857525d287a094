// itod and utod are exact.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<double> Signed : register(u0);
RWStructuredBuffer<double> Unsigned : register(u1);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i];
    Signed[i] = (double)(int)a;
    Unsigned[i] = (double)a;
}
