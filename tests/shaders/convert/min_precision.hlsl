// Minimum-precision types: values that every allowed precision holds exactly.
// cs_5_0, entry main

StructuredBuffer<float> V : register(t0);
StructuredBuffer<int> I : register(t1);
RWStructuredBuffer<float> Sum : register(u0);
RWStructuredBuffer<float> Small : register(u1);
RWStructuredBuffer<int> Integer : register(u2);
RWStructuredBuffer<uint> Unsigned : register(u3);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    min16float a = (min16float)V[i], b = (min16float)V[15 - i];
    Sum[i] = a * b + a;
    min10float c = (min10float)(V[i] / 64);
    Small[i] = max(c, (min10float)-0.25) * (min10float)0.5;
    min16int x = (min16int)I[i], y = (min16int)I[15 - i];
    Integer[i] = x * y - x;
    min16uint u = (min16uint)I[i];
    Unsigned[i] = (u + 3) >> 1;
}
