// abs, neg and both on sources of add, mul and min, and on moves, which keep denormals.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> AddAbs : register(u0);
RWStructuredBuffer<float> SubAbs : register(u1);
RWStructuredBuffer<float> MulNegAbs : register(u2);
RWStructuredBuffer<float> MinNeg : register(u3);

[numthreads(19, 19, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    float a = V[t.y], b = V[t.x];
    uint at = t.y * 19 + t.x;
    AddAbs[at] = abs(a) + b;
    SubAbs[at] = a - abs(b);
    MulNegAbs[at] = -abs(a) * b;
    MinNeg[at] = min(-a, abs(b));
}
