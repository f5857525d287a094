// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint> In : register(t0);
StructuredBuffer<uint> More : register(t1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = In[id.x];
#else
    Out[id.x] = In[id.x] + More[id.x];
#endif
}
