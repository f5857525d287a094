// min and max of NaNs, signalling ones too, and numbers that the compiler knows.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<float4> Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID)
{
    float a = asfloat(V[t]), b = -abs(a);

    Out[t] = float4(max(b, -2.5), min(b, -2.5), max(a, 5.5), min(5.5, a));
}
