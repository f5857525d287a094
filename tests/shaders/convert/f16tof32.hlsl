// f16tof32 is exact, half denormals too, and looks at the low 16 bits only.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<float> Single : register(u0);

[numthreads(58, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i];
    Single[i] = f16tof32(a);
}
