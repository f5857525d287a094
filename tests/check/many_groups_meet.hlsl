// cs_5_0. Enough groups that workers check them side by side, and far apart ones write to the same element.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = g.x;
#else
    Out[g.x == 255 && gi == 0 ? 0 : id.x] = g.x;
#endif
}
