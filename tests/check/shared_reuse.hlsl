// cs_5_0. The next tile is written while others still read this one.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared float4 tile[32];

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    float4 sum = 0;
    for (uint k = 0; k < 3; k++)
    {
        tile[gi] = float4(gi, k, gi * k, 1);
        GroupMemoryBarrierWithGroupSync();
        for (uint i = 0; i < 32; i++)
            sum += tile[i];
#ifdef FIXED
        GroupMemoryBarrierWithGroupSync();
#endif
    }
    Out[id.x] = asuint(sum.x + sum.z);
}
