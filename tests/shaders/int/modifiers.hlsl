// neg on integer sources is two's complement: iadd, imad, itof.
// cs_5_0, entry main

StructuredBuffer<int> V : register(t0);
RWStructuredBuffer<int> Sum : register(u0);
RWStructuredBuffer<int> Mad : register(u1);
RWStructuredBuffer<float> Converted : register(u2);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = V[i], b = V[15 - i];
    Sum[i] = b - a;
    Mad[i] = a * -b + 7;
    Converted[i] = (float)-a;
}
