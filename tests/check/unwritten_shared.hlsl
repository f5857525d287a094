// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint s[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    s[gi] = 0;
    GroupMemoryBarrierWithGroupSync();
#endif
    if (gi < 32)
        s[gi] = gi;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = s[gi];
}
