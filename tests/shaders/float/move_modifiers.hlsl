// Moves with modifiers are bit operations: no flush of denormals.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Negated : register(u0);
RWStructuredBuffer<float> Absolute : register(u1);
RWStructuredBuffer<float> Both : register(u2);
RWStructuredBuffer<float> Plain : register(u3);

[numthreads(30, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Negated[i] = -a;
    Absolute[i] = abs(a);
    Both[i] = -abs(a);
    Plain[i] = a;
}
