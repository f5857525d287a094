// cs_4_0: 768 threads, the largest group, with 16 bytes each.
// cs_4_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
groupshared uint4 Slots[768];

[numthreads(768, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Slots[i] = uint4(i, i * 2, i * 3, i * 4);
    GroupMemoryBarrierWithGroupSync();
    uint4 other = Slots[767 - i];
    Result[i] = other.x + other.y + other.z + other.w;
}
