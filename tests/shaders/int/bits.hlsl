// countbits, firstbit_hi, firstbit_shi, firstbit_lo, bfrev; 0 and -1 have no first bit.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Count : register(u0);
RWStructuredBuffer<uint> High : register(u1);
RWStructuredBuffer<uint> SignedHigh : register(u2);
RWStructuredBuffer<uint> Low : register(u3);
RWStructuredBuffer<uint> Reversed : register(u4);

[numthreads(24, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i];
    Count[i] = countbits(a);
    High[i] = firstbithigh(a);
    SignedHigh[i] = firstbithigh((int)a);
    Low[i] = firstbitlow(a);
    Reversed[i] = reversebits(a);
}
