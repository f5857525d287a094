// deq, dne, dlt and dge; denormals are not zero.
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<uint> Equal : register(u0);
RWStructuredBuffer<uint> NotEqual : register(u1);
RWStructuredBuffer<uint> Less : register(u2);
RWStructuredBuffer<uint> GreaterEqual : register(u3);

[numthreads(18, 18, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    double a = V[t.y], b = V[t.x];
    uint at = t.y * 18 + t.x;
    Equal[at] = (a == b) ? 0xFFFFFFFFu : 0u;
    NotEqual[at] = (a != b) ? 0xFFFFFFFFu : 0u;
    Less[at] = (a < b) ? 0xFFFFFFFFu : 0u;
    GreaterEqual[at] = (a >= b) ? 0xFFFFFFFFu : 0u;
}
