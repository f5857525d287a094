// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> In : register(t0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint a[8];
#ifdef FIXED
    for (uint k = 0; k < 8; k++)
        a[k] = k;
#else
    [loop] for (uint k = 0; k < In[0]; k++)
        a[k] = k;
#endif
    Out[id.x] = a[In[id.x] % 8];
}
