// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<float> Out : register(u0);
StructuredBuffer<float> In : register(t0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = sqrt(max(In[id.x] - 1, 0));
#else
    Out[id.x] = sqrt(In[id.x] - 1);
#endif
}
