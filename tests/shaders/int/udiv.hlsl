// udiv: quotient and remainder; both are 0xFFFFFFFF for divisor 0.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Quotient : register(u0);
RWStructuredBuffer<uint> Remainder : register(u1);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Quotient[at] = a / b;
    Remainder[at] = a % b;
}
