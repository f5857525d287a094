// An immediate constant buffer with computed index; outside it reads give 0.
// cs_5_0, entry main

static const uint Table[12] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8 };
StructuredBuffer<uint> Index : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Table[Index[i]];
}
