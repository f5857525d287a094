// cs_5_0. Everybody raises the same flag.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint found;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    if (gi == 0)
        found = 0;
    GroupMemoryBarrierWithGroupSync();
#ifdef FIXED
    uint old;
    InterlockedOr(found, 1, old);
#else
    if (gi % 2)
        found = 1;
#endif
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = found;
}
