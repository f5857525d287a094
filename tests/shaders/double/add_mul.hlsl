// dadd and dmul over every pair of nasty values; denormals are kept.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<double> Sum : register(u0);
RWStructuredBuffer<double> Difference : register(u1);
RWStructuredBuffer<double> Product : register(u2);

[numthreads(18, 18, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    double a = V[t.y], b = V[t.x];
    uint at = t.y * 18 + t.x;
    Sum[at] = a + b;
    Difference[at] = a - b;
    Product[at] = a * b;
}
