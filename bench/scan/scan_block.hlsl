// Exclusive prefix sums within each block of 2048 numbers, over what all blocks before add up to: the way
// down.
// fxc scan_block.hlsl main cs_5_0 scan_block.dxbc

ByteAddressBuffer Input : register(t0);
ByteAddressBuffer Offsets : register(t1);   // of blocks behind the first
RWByteAddressBuffer Output : register(u0);  // as long as Input

static const uint Threads = 256;
static const uint Block = 2048;
groupshared uint Shared[2][Threads];

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

void store(uint address, uint4 words)
{
    uint size;
    Output.GetDimensions(size);
    [branch]
    if (address + 16 <= size) {
        Output.Store4(address, words);
    } else {
        [unroll]
        for (uint i = 0; i < 4; i++)
            if (address + 4 * i < size)
                Output.Store(address + 4 * i, words[i]);
    }
}

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint address = 4 * (group.x * Block + 8 * thread);
    uint4 a = load(address), b = load(address + 16);
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
    uint before = sum - b.w;
    [branch]
    if (group.x > 0)
        before += Offsets.Load(4 * group.x);
    store(address, before + uint4(0, a.xyz));
    store(address + 16, before + uint4(a.w, b.xyz));
}
