// y = A x for a sparse matrix whose rows are stored one after another (CSR). 16 threads share a row and add
// up what each has found in group-shared memory.
// fxc spmv.hlsl main cs_5_0 spmv.dxbc

cbuffer Parameters : register(b0)
{
    uint Rows;
    uint GroupsPerRow;  // of the dispatch
};

StructuredBuffer<uint> Starts : register(t0);   // of the rows, and the end
StructuredBuffer<uint> Columns : register(t1);
StructuredBuffer<float> Values : register(t2);
StructuredBuffer<float> X : register(t3);
RWStructuredBuffer<float> Y : register(u0);

static const uint Threads = 256;
static const uint Team = 16;
groupshared float Shared[Threads];

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint row = (group.y * GroupsPerRow + group.x) * (Threads / Team) + thread / Team, lane = thread % Team;
    float sum = 0;
    if (row < Rows) {
        uint end = Starts[row + 1];
        for (uint i = Starts[row] + lane; i < end; i += Team)
            sum += Values[i] * X[Columns[i]];
    }
    Shared[thread] = sum;
    [unroll]
    for (uint half = Team / 2; half > 0; half /= 2) {
        GroupMemoryBarrierWithGroupSync();
        if (lane < half)
            Shared[thread] += Shared[thread + half];
    }
    if (lane == 0 && row < Rows)
        Y[row] = Shared[thread];
}
