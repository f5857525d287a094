// ddiv over every pair of nasty values.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<double> Quotient : register(u0);

[numthreads(18, 18, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    double a = V[t.y], b = V[t.x];
    uint at = t.y * 18 + t.x;
    Quotient[at] = a / b;
}
