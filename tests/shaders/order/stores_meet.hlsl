// Stores in a loop: those of different waves meet in Meet, and stay apart in Apart.
// cs_5_0, entry main

RWStructuredBuffer<uint> Meet : register(u0);
RWStructuredBuffer<uint> Apart : register(u1);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint first = group.x * 128;
    [loop]
    for (uint k = 0; k < 3; k++) {
        if (group.x != 1)
            Meet[first + i + 32 * k] = i * 8 + k;
        else
            Apart[i + 64 * k] = i * 8 + k;
    }
}
