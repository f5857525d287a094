// cs_5_0. The counter is set while others count.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint count;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    if (gi == 0)
        count = 0;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    InterlockedAdd(count, gi);
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = count;
}
