// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint s[256];

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    s[gi] = gi;
    GroupMemoryBarrierWithGroupSync();
    if (gi < 64)
        s[gi + 64] = 1;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = s[gi];
}
