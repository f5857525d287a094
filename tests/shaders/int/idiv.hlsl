// Signed division and remainder: magnitudes through udiv, then the sign. INT_MIN / -1 is INT_MIN.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Quotient : register(u0);
RWStructuredBuffer<uint> Remainder : register(u1);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Quotient[at] = (uint)((int)a / (int)b);
    Remainder[at] = (uint)((int)a % (int)b);
}
