// _sat on mov, add, mul and mad: NaN gives 0, the result is in [0, 1].
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> OfMove : register(u0);
RWStructuredBuffer<float> OfSum : register(u1);
RWStructuredBuffer<float> OfProduct : register(u2);
RWStructuredBuffer<float> OfMad : register(u3);

[numthreads(45, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    float b = V[11]; // 3.5
    OfMove[i] = saturate(a);
    OfSum[i] = saturate(a + 0.25);
    OfProduct[i] = saturate(a * b);
    OfMad[i] = saturate(mad(a, 0.5, 0.5));
}
