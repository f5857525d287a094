// ftoi and ftou: toward zero, clamped at the ends of the range, NaN gives 0.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> Signed : register(u0);
RWStructuredBuffer<uint> Unsigned : register(u1);

[numthreads(35, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Signed[i] = (uint)(int)a;
    Unsigned[i] = (uint)a;
}
