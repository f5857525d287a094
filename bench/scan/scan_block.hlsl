// Exclusive prefix sums within each block of 2048 numbers, over what all blocks before add up to: the way
// down.
// fxc scan_block.hlsl main cs_5_0 scan_block.dxbc

ByteAddressBuffer Input : register(t0);     // reads beyond its end give 0
ByteAddressBuffer Offsets : register(t1);   // of blocks; unbound for a single block, which gives 0
RWByteAddressBuffer Output : register(u0);  // writes beyond its end vanish

static const uint Threads = 256;
static const uint Block = 2048;
groupshared uint Shared[2][Threads];

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint address = 4 * (group.x * Block + 8 * thread);
    uint4 a = Input.Load4(address), b = Input.Load4(address + 16);
    a.y += a.x;
    a.z += a.y;
    a.w += a.z;
    b.x += a.w;
    b.y += b.x;
    b.z += b.y;
    b.w += b.z;
    uint sum = b.w, side = 0;
    Shared[0][thread] = sum;
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (uint step = 1; step < Threads; step *= 2) {
        if (thread >= step)
            sum += Shared[side][thread - step];
        side = 1 - side;
        Shared[side][thread] = sum;
        GroupMemoryBarrierWithGroupSync();
    }
    uint before = sum - b.w + Offsets.Load(4 * group.x);
    Output.Store4(address, before + uint4(0, a.xyz));
    Output.Store4(address + 16, before + uint4(a.w, b.xyz));
}
