// sincos: both results of one instruction, in the range where Direct3D bounds the error.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<float> Sine : register(u0);
RWStructuredBuffer<float> Cosine : register(u1);

[numthreads(101, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    float s, c;
    sincos(a, s, c);
    Sine[i] = s;
    Cosine[i] = c;
}
