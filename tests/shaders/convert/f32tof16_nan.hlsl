// f32tof16 of a NaN is a half NaN in the low 16 bits.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> IsNan : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    uint h = f32tof16(a);
    IsNan[i] = (h & 0x7C00) == 0x7C00 && (h & 0x3FF) != 0 && h < 0x10000 ? 1u : 0u;
}
