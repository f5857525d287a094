// precise forbids the fusion: a product and a sum with two roundings, where mad would leave a remainder.
// cs_5_0, entry main

struct Triple { float a, b, c; };
StructuredBuffer<Triple> V : register(t0);
RWStructuredBuffer<float> Separate : register(u0);

[numthreads(258, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Triple t = V[i];
    precise float p = t.a * t.b;
    precise float s = p + t.c;
    Separate[i] = s;
}
