// cs_5_0. A histogram of which half is cleared.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint bins[8];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    if (gi < 8)
        bins[gi] = 0;
#else
    if (gi < 4)
        bins[gi] = 0;
#endif
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(bins[gi % 8], 1);
    GroupMemoryBarrierWithGroupSync();
    if (gi < 8)
        Out[gi] = bins[gi];
}
