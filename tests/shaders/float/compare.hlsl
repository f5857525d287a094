// eq, ne, lt and ge over every pair of nasty values; NaN is unordered and denormals equal zero.
// cs_5_0, entry main, D3DCOMPILE flags 0x2000

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> Equal : register(u0);
RWStructuredBuffer<uint> NotEqual : register(u1);
RWStructuredBuffer<uint> Less : register(u2);
RWStructuredBuffer<uint> GreaterEqual : register(u3);

[numthreads(20, 20, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    float a = V[t.y], b = V[t.x];
    uint at = t.y * 20 + t.x;
    Equal[at] = (a == b) ? 0xFFFFFFFFu : 0u;
    NotEqual[at] = (a != b) ? 0xFFFFFFFFu : 0u;
    Less[at] = (a < b) ? 0xFFFFFFFFu : 0u;
    GreaterEqual[at] = (a >= b) ? 0xFFFFFFFFu : 0u;
}
