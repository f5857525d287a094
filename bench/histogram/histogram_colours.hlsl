// How often each colour stands in a picture, colours taken to 16 bits: too many bins for group-shared memory,
// so every pixel is an atomic addition to a buffer.
// fxc histogram_colours.hlsl main cs_5_0 histogram_colours.dxbc

cbuffer Parameters : register(b0)
{
    uint Count;     // of pixels
    uint Stride;    // threads of the whole dispatch
};

StructuredBuffer<uint> Pixels : register(t0);
RWByteAddressBuffer Bins : register(u0);    // 65,536

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint i = id.x; i < Count; i += Stride) {
        uint pixel = Pixels[i];
        uint colour = (pixel >> 3 & 0x1f) | (pixel >> 5 & 0x7e0) | (pixel >> 8 & 0xf800);
        Bins.InterlockedAdd(4 * colour, 1);
    }
}
