// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<float> Out : register(u0);
StructuredBuffer<float> In : register(t0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = exp2(min(In[id.x], 100));
#else
    Out[id.x] = exp2(In[id.x]);
#endif
}
