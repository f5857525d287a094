// Outside [-100 pi, 100 pi] sine and cosine have no bound but stay in [-1, 1].
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> InRange : register(u0);

[numthreads(9, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    InRange[i] = abs(sin(a)) <= 1 && abs(cos(a)) <= 1 ? 1u : 0u;
}
