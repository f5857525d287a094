// Ten generations of Conway's Game of Life on a torus in groupshared memory.
// cs_5_0, entry main

RWStructuredBuffer<uint> Cells : register(u0);
groupshared uint Grid[16][24];

[numthreads(24, 16, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    Grid[t.y][t.x] = Cells[i];
    [loop] for (uint turn = 0; turn < 10; turn++) {
        GroupMemoryBarrierWithGroupSync();
        uint sum = 0;
        [unroll] for (uint dy = 0; dy < 3; dy++)
            [unroll] for (uint dx = 0; dx < 3; dx++)
                sum += Grid[(t.y + dy + 15) % 16][(t.x + dx + 23) % 24];
        uint old = Grid[t.y][t.x];
        GroupMemoryBarrierWithGroupSync();
        Grid[t.y][t.x] = sum == 3 || (old && sum == 4) ? 1 : 0;
    }
    Cells[i] = Grid[t.y][t.x];
}
