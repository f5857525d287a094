// Moves with modifiers on doubles: dmov keeps every bit.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<double> Negated : register(u0);
RWStructuredBuffer<double> Absolute : register(u1);
RWStructuredBuffer<double> Plain : register(u2);

[numthreads(17, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double a = V[i];
    Negated[i] = -a;
    Absolute[i] = abs(a);
    Plain[i] = a;
}
