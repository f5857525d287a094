// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    if (gi == 0)
    {
#ifdef FIXED
        InterlockedAdd(Out[0], g.x);
#else
        Out[0] += g.x;
#endif
    }
}
