// The sum of each block of 2048 numbers: the way up of a prefix scan.
// fxc scan_reduce.hlsl main cs_5_0 scan_reduce.dxbc

ByteAddressBuffer Input : register(t0);
RWByteAddressBuffer Sums : register(u0);

static const uint Threads = 256;
static const uint Block = 2048;
groupshared uint Shared[Threads];

// Four numbers; 0 behind the last one.
uint4 load(uint address)
{
    uint size;
    uint4 words = 0;
    Input.GetDimensions(size);
    [branch]
    if (address + 16 <= size) {
        words = Input.Load4(address);
    } else {
        [unroll]
        for (uint i = 0; i < 4; i++) {
            [branch]
            if (address + 4 * i < size)
                words[i] = Input.Load(address + 4 * i);
        }
    }
    return words;
}

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint address = 4 * (group.x * Block + 4 * thread);
    uint4 sum = load(address) + load(address + 4 * Block / 2);
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
