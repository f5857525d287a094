// 65,535 groups of one thread.
// cs_5_0, entry main

RWStructuredBuffer<uint> Count : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(Count[0], 1);
    InterlockedMax(Count[1], id.x);
}
