// cs_5_0. Enough groups that workers check them side by side: a race within each group.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Row[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    Row[gi] = id.x;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = Row[63 - gi];
}
