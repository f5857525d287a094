// itof and utof: exact, else to nearest even.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<float> Signed : register(u0);
RWStructuredBuffer<float> Unsigned : register(u1);

[numthreads(27, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i];
    Signed[i] = (float)(int)a;
    Unsigned[i] = (float)a;
}
