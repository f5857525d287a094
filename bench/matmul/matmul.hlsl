// C = A B for row-major matrices of any size whose row lengths are multiples of 4. A group makes a tile of 64
// x 64, a thread 4 x 4 of it in registers; slices of 16 columns of A and 16 rows of B pass through
// group-shared memory.
// fxc matmul.hlsl main cs_5_0 matmul.dxbc

cbuffer Parameters : register(b0)
{
    uint Rows;      // of A and C
    uint Columns;   // of B and C
    uint Inner;     // columns of A, rows of B
};

StructuredBuffer<float> A : register(t0);
StructuredBuffer<float4> B : register(t1);   // four columns an element
RWStructuredBuffer<float4> C : register(u0);

static const uint Tile = 64;
static const uint Slice = 16;
groupshared float4 SharedA[Slice][Tile / 4];   // a column of A at a time, four rows an element
groupshared float4 SharedB[Slice][Tile / 4];

// Four rows of A in one column; 0 beyond its edges. Addresses stay inside: a select takes both of its sides.
float4 load_a(uint row, uint column)
{
    float4 a = 0;
    [unroll]
    for (uint r = 0; r < 4; r++) {
        float inside = A[min(row + r, Rows - 1) * Inner + min(column, Inner - 1)];
        a[r] = row + r < Rows && column < Inner ? inside : 0;
    }
    return a;
}

float4 load_b(uint row, uint column)
{
    float4 inside = B[(min(row, Inner - 1) * Columns + min(column, Columns - 4)) / 4];
    return row < Inner && column < Columns ? inside : 0;
}

[numthreads(16, 16, 1)]
void main(uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID)
{
    uint row = group.y * Tile, column = group.x * Tile;
    float4x4 sum = 0;
    for (uint slice = 0; slice < Inner; slice += Slice) {
        SharedA[thread.x][thread.y] = load_a(row + 4 * thread.y, slice + thread.x);
        SharedB[thread.y][thread.x] = load_b(slice + thread.y, column + 4 * thread.x);
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (uint k = 0; k < Slice; k++) {
            float4 a = SharedA[k][thread.y], b = SharedB[k][thread.x];
            sum[0] = mad(a.x, b, sum[0]);
            sum[1] = mad(a.y, b, sum[1]);
            sum[2] = mad(a.z, b, sum[2]);
            sum[3] = mad(a.w, b, sum[3]);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    row += 4 * thread.y;
    column += 4 * thread.x;
    [unroll]
    for (uint r = 0; r < 4; r++)
        if (row + r < Rows && column < Columns)
            C[((row + r) * Columns + column) / 4] = sum[r];
}
