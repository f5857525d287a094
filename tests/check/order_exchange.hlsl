// cs_5_0. The last one wins.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint old;
#ifdef FIXED
    InterlockedMax(Out[0], id.x);
#else
    InterlockedExchange(Out[0], id.x, old);
#endif
}
