// The sum of each block of 2048 numbers: the way up of a prefix scan.
// fxc scan_reduce.hlsl main cs_5_0 scan_reduce.dxbc

ByteAddressBuffer Input : register(t0);     // reads beyond its end give 0
RWByteAddressBuffer Sums : register(u0);

static const uint Threads = 256;
static const uint Block = 2048;
groupshared uint Shared[Threads];

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint address = 4 * (group.x * Block + 4 * thread);
    uint4 sum = Input.Load4(address) + Input.Load4(address + 4 * Block / 2);
    Shared[thread] = sum.x + sum.y + sum.z + sum.w;
    [unroll]
    for (uint half = Threads / 2; half > 0; half /= 2) {
        GroupMemoryBarrierWithGroupSync();
        if (thread < half)
            Shared[thread] += Shared[thread + half];
    }
    if (thread == 0)
        Sums.Store(4 * group.x, Shared[0]);
}
