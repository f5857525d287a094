// iadd, ineg, imul (low half), imad: all wrap.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Sum : register(u0);
RWStructuredBuffer<uint> Difference : register(u1);
RWStructuredBuffer<uint> Product : register(u2);
RWStructuredBuffer<uint> Negated : register(u3);
RWStructuredBuffer<uint> Mad : register(u4);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Sum[at] = a + b;
    Difference[at] = a - b;
    Product[at] = a * b;
    Negated[at] = -a;
    Mad[at] = a * b + 0x89ABCDEFu;
}
