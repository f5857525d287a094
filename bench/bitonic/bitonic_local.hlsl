// Bitonic sort, the part within blocks of 2048 keys, which group-shared memory holds: either all stages up to
// the size of a block, or the last steps of a later stage.
// fxc bitonic_local.hlsl main cs_5_0 bitonic_local.dxbc

cbuffer Parameters : register(b0)
{
    uint FirstStage;    // runs of this length are made, from two sorted halves, up to
    uint LastStage;
};

RWStructuredBuffer<uint> Keys : register(u0);

static const uint Threads = 1024;
static const uint Block = 2 * Threads;
groupshared uint Shared[Block];

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint start = group.x * Block;
    Shared[thread] = Keys[start + thread];
    Shared[thread + Threads] = Keys[start + thread + Threads];
    GroupMemoryBarrierWithGroupSync();
    for (uint stage = FirstStage; stage <= LastStage; stage *= 2) {
        for (uint step = min(stage / 2, Threads); step > 0; step /= 2) {
            uint low = 2 * thread - (thread & (step - 1)), high = low + step;
            bool descending = ((start + low) & stage) != 0;
            uint a = Shared[low], b = Shared[high];
            if (a > b != descending) {
                Shared[low] = b;
                Shared[high] = a;
            }
            GroupMemoryBarrierWithGroupSync();
        }
    }
    Keys[start + thread] = Shared[thread];
    Keys[start + thread + Threads] = Shared[thread + Threads];
}
