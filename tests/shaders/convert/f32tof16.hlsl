// f32tof16 rounds toward zero, keeps infinities, makes half denormals, clamps finite values to 65504.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> Half : register(u0);

[numthreads(88, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Half[i] = f32tof16(a);
}
