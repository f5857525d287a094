// cs_5_0. Reads of the old values and writes of the new ones meet.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint s[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    s[gi] = id.x;
    GroupMemoryBarrierWithGroupSync();
    uint sum = s[(gi + 63) % 64] + s[(gi + 1) % 64];
#ifdef FIXED
    GroupMemoryBarrierWithGroupSync();
#endif
    s[gi] = sum;
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = s[63 - gi];
}
