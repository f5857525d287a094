// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    InterlockedAdd(Out[id.x % 16], 1);
#else
    InterlockedAdd(Out[id.x % 17], 1);
#endif
}
