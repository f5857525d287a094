// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint tile[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint x = gi % 8, y = gi / 8;
    tile[y][x] = gi;
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    Out[gi] = tile[x][y];
}
