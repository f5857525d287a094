// min and max over every pair of nasty values.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Least : register(u0);
RWStructuredBuffer<float> Greatest : register(u1);

[numthreads(20, 20, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    float a = V[t.y], b = V[t.x];
    uint at = t.y * 20 + t.x;
    Least[at] = min(a, b);
    Greatest[at] = max(a, b);
}
