// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint s[128];

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    s[gi] = id.x;
    GroupMemoryBarrierWithGroupSync();
    for (uint n = 64; n > 0; n >>= 1)
    {
        if (gi < n)
            s[gi] += s[gi + n];
#ifdef FIXED
        GroupMemoryBarrierWithGroupSync();
#endif
    }
    if (gi == 0)
        Out[g.x] = s[0];
}
