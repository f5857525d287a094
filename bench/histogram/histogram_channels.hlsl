// Four histograms of 256 bins, one for each channel of a picture: each group counts in group-shared memory
// and adds what it has to the result once, at its end.
// fxc histogram_channels.hlsl main cs_5_0 histogram_channels.dxbc

cbuffer Parameters : register(b0)
{
    uint Count;     // of pixels
    uint Stride;    // threads of the whole dispatch
};

StructuredBuffer<uint> Pixels : register(t0);
RWStructuredBuffer<uint> Bins : register(u0);   // red, green, blue, alpha

static const uint Threads = 256;
groupshared uint Shared[4 * 256];

[numthreads(Threads, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    uint bin;
    [unroll]
    for (bin = thread; bin < 4 * 256; bin += Threads)
        Shared[bin] = 0;
    GroupMemoryBarrierWithGroupSync();
    for (uint i = id.x; i < Count; i += Stride) {
        uint pixel = Pixels[i];
        InterlockedAdd(Shared[pixel & 255], 1);
        InterlockedAdd(Shared[256 + (pixel >> 8 & 255)], 1);
        InterlockedAdd(Shared[512 + (pixel >> 16 & 255)], 1);
        InterlockedAdd(Shared[768 + (pixel >> 24)], 1);
    }
    GroupMemoryBarrierWithGroupSync();
    [unroll]
    for (bin = thread; bin < 4 * 256; bin += Threads)
        if (Shared[bin])
            InterlockedAdd(Bins[bin], Shared[bin]);
}
