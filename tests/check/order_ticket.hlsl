// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Next : register(u1);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    InterlockedAdd(Next[0], 1);
    Out[id.x] = g.x;
#else
    uint place;
    InterlockedAdd(Next[0], 1, place);
    Out[place] = g.x;
#endif
}
