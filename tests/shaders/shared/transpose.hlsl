// A 16 x 16 tile turned through groupshared memory, in a grid of tiles.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Turned : register(u0);
groupshared uint Tile[16][17];

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 t : SV_GroupThreadID)
{
    Tile[t.y][t.x] = V[(group.y * 16 + t.y) * 32 + group.x * 16 + t.x];
    GroupMemoryBarrierWithGroupSync();
    Turned[(group.x * 16 + t.y) * 32 + group.y * 16 + t.x] = Tile[t.x][t.y];
}
