// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Sum : register(u1);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    Out[id.x] = id.x;
#ifdef FIXED
    InterlockedAdd(Sum[0], id.x);
#else
    Sum[id.x >> 5] = Sum[id.x >> 5] + id.x;
#endif
}
