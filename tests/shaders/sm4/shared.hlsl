// cs_4_0: groupshared memory, written by each thread at its own place only, read anywhere.
// cs_4_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
struct Slot { uint a, b; };
groupshared Slot Slots[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Slots[i].a = i * i;
    Slots[i].b = i + 1;
    GroupMemoryBarrierWithGroupSync();
    uint j = (i + 17) % 64;
    Result[group.x * 64 + i] = Slots[j].a * 2 + Slots[63 - i].b;
}
