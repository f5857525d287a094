// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> In : register(t0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint a[4] = { id.x, id.x * 2, id.x * 3, 7 };
    a[In[id.x] % 4] = 1;
#ifdef FIXED
    Out[id.x] = a[In[id.x] % 4];
#else
    Out[id.x] = a[In[id.x]];
#endif
}
