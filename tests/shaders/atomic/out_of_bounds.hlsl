// Atomics outside a view change nothing and return 0.
// cs_5_0, entry main

StructuredBuffer<uint> Index : register(t0);
RWStructuredBuffer<uint> Structured : register(u0);
RWByteAddressBuffer Raw : register(u1);
RWBuffer<uint> Typed : register(u2);
RWTexture2D<uint> Texture : register(u3);
RWStructuredBuffer<uint4> Old : register(u4);
groupshared uint Words[4];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i < 4)
        Words[i] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint k = Index[i];
    uint4 old;
    InterlockedAdd(Structured[k], 1, old.x);
    Raw.InterlockedOr(k * 4, 0x100, old.y);
    InterlockedMax(Typed[k], 50, old.z);
    InterlockedAdd(Texture[uint2(k, 0)], 2, old.w);
    Old[i] = old;
    InterlockedAdd(Words[k], 5);
    InterlockedXor(Texture[uint2(0, k)], 0x80);
    GroupMemoryBarrierWithGroupSync();
    if (i < 4)
        Structured[i] += Words[i] * 1000;
}
