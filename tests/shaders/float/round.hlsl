// round_ne, round_ni, round_pi and round_z: ties, signs of zeros, denormals, large values, NaN.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Round : register(u0);
RWStructuredBuffer<float> Floor : register(u1);
RWStructuredBuffer<float> Ceil : register(u2);
RWStructuredBuffer<float> Trunc : register(u3);

[numthreads(33, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    Round[i] = round(a);
    Floor[i] = floor(a);
    Ceil[i] = ceil(a);
    Trunc[i] = trunc(a);
}
