// ishl, ushr and ishr; counts of 32 and more are taken modulo 32.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Left : register(u0);
RWStructuredBuffer<uint> Right : register(u1);
RWStructuredBuffer<uint> Signed : register(u2);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Left[at] = a << b;
    Right[at] = a >> b;
    Signed[at] = (uint)((int)a >> b);
}
