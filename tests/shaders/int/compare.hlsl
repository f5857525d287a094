// ieq, ine, ilt, ige, ult, uge and their swapped forms.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Equal : register(u0);
RWStructuredBuffer<uint> NotEqual : register(u1);
RWStructuredBuffer<uint> Ult : register(u2);
RWStructuredBuffer<uint> Uge : register(u3);
RWStructuredBuffer<uint> Ilt : register(u4);
RWStructuredBuffer<uint> Ige : register(u5);
RWStructuredBuffer<uint> Igt : register(u6);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Equal[at] = (a == b) ? 0xFFFFFFFFu : 0u;
    NotEqual[at] = (a != b) ? 0xFFFFFFFFu : 0u;
    Ult[at] = (a < b) ? 0xFFFFFFFFu : 0u;
    Uge[at] = (a >= b) ? 0xFFFFFFFFu : 0u;
    Ilt[at] = ((int)a < (int)b) ? 0xFFFFFFFFu : 0u;
    Ige[at] = ((int)a >= (int)b) ? 0xFFFFFFFFu : 0u;
    Igt[at] = ((int)a > (int)b) ? 0xFFFFFFFFu : 0u;
}
