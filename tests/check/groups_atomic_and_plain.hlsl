// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Total : register(u1);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    InterlockedAdd(Total[0], 1);
#ifndef FIXED
    if (gi == 0)
        Out[g.x] = Total[0];
#endif
}
