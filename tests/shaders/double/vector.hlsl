// Two doubles an instruction: both halves of a register, constants in the second half, asdouble and asuint.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

StructuredBuffer<double2> V : register(t0);
RWStructuredBuffer<double2> Result : register(u0);
RWStructuredBuffer<uint4> Bits : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double2 p = V[i];
    Result[i] = p * double2(1.25L, -4.35L) + p.yx;
    uint lo, hi;
    asuint(p.y, lo, hi);
    double d = asdouble(hi ^ 0x80000000u, lo);
    Bits[i] = uint4(lo, hi, d < 0 ? 1 : 0, p.x > p.y ? 1 : 0);
}
