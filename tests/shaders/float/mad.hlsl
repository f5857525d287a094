// mad: fused, one rounding, also where the product and the addend cancel.
// cs_5_0, entry main

struct Triple { float a, b, c; };
StructuredBuffer<Triple> V : register(t0);
RWStructuredBuffer<float> Result : register(u0);

[numthreads(258, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Triple t = V[i];
    Result[i] = mad(t.a, t.b, t.c);
}
