// imin, imax, umin, umax.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Umin : register(u0);
RWStructuredBuffer<uint> Umax : register(u1);
RWStructuredBuffer<uint> Imin : register(u2);
RWStructuredBuffer<uint> Imax : register(u3);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x];
    uint at = t.y * 16 + t.x;
    Umin[at] = min(a, b);
    Umax[at] = max(a, b);
    Imin[at] = (uint)min((int)a, (int)b);
    Imax[at] = (uint)max((int)a, (int)b);
}
