// cs_5_0, with debug information: findings name lines of this file.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Row[64];

uint opposite(uint at)
{
    return Row[63 - at];
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    Row[gi] =
        id.x * 3;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = opposite(gi);
}
