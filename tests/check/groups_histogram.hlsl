// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> In : register(t0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint bin = In[id.x] % 16;
#ifdef FIXED
    InterlockedAdd(Out[bin], 1);
#else
    Out[bin]++;
#endif
}
