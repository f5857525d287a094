// dfma: one rounding.
// cs_5_0, entry main

struct Triple { double a, b, c; };
StructuredBuffer<Triple> V : register(t0);
RWStructuredBuffer<double> Result : register(u0);

[numthreads(160, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Triple t = V[i];
    Result[i] = fma(t.a, t.b, t.c);
}
