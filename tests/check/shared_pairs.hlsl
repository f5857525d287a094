// cs_5_0. Two threads share a cell.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
struct cell { uint2 key; float weight; };
groupshared cell cells[64];

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    cells[gi].weight = gi;
#else
    cells[gi / 2].weight = gi;
    cells[63 - gi / 2].weight = gi + 1;
#endif
    GroupMemoryBarrierWithGroupSync();
    Out[id.x] = asuint(cells[63 - gi].weight);
}
