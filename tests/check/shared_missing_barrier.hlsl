// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint s[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    s[gi] = id.x * 3;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = s[63 - gi];
}
