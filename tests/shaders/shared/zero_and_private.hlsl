// Groupshared memory starts as zero in every group and is not shared between groups.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
cbuffer Constants : register(b0) { uint Never; }; // the compiler refuses what it knows to be uninitialized
groupshared uint Values[256];
groupshared uint Single;

[numthreads(32, 1, 1)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    [branch] if (Never) {
        Values[i] = 1;
        Single = 1;
    }
    uint before = Single;
    [loop] for (uint k = i; k < 256; k += 32)
        before |= Values[k];
    Result[group.x * 32 + i] = before;
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint m = i; m < 256; m += 32)
        Values[m] = 0xDEADBEEF;
    Single = 0xFFFFFFFF;
}
