// dmin and dmax over every pair of nasty values.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<double> Least : register(u0);
RWStructuredBuffer<double> Greatest : register(u1);

[numthreads(18, 18, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    double a = V[t.y], b = V[t.x];
    uint at = t.y * 18 + t.x;
    Least[at] = min(a, b);
    Greatest[at] = max(a, b);
}
