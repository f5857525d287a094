// dp2, dp3 and dp4.
// cs_5_0, entry main

struct Pair { float4 a, b; };
StructuredBuffer<Pair> V : register(t0);
RWStructuredBuffer<float> Two : register(u0);
RWStructuredBuffer<float> Three : register(u1);
RWStructuredBuffer<float> Four : register(u2);

[numthreads(65, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Pair p = V[i];
    Two[i] = dot(p.a.xy, p.b.xy);
    Three[i] = dot(p.a.xyz, p.b.xyz);
    Four[i] = dot(p.a, p.b);
}
