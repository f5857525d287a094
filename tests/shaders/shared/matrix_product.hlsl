// Tiled product of two 32 x 32 matrices of small integers in float: exact in any order.
// cs_5_0, entry main

StructuredBuffer<float> A : register(t0);
StructuredBuffer<float> B : register(t1);
RWStructuredBuffer<float> Product : register(u0);
groupshared float TileA[8][8], TileB[8][8];

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    float sum = 0;
    [loop] for (uint k = 0; k < 32; k += 8) {
        TileA[t.y][t.x] = A[id.y * 32 + k + t.x];
        TileB[t.y][t.x] = B[(k + t.y) * 32 + id.x];
        GroupMemoryBarrierWithGroupSync();
        [unroll] for (uint j = 0; j < 8; j++)
            sum += TileA[t.y][j] * TileB[j][t.x];
        GroupMemoryBarrierWithGroupSync();
    }
    Product[id.y * 32 + id.x] = sum;
}
