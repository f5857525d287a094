// and, or, xor, not.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> And : register(u0);
RWStructuredBuffer<uint> Or : register(u1);
RWStructuredBuffer<uint> Xor : register(u2);
RWStructuredBuffer<uint> Not : register(u3);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    And[at] = a & b;
    Or[at] = a | b;
    Xor[at] = a ^ b;
    Not[at] = ~(a ^ b) & b;
}
