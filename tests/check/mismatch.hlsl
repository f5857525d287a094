// cs_5_0. The stride of the view is another one.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
#ifdef FIXED
StructuredBuffer<uint> In : register(t0);
#else
StructuredBuffer<uint2> In : register(t0);
#endif

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    Out[id.x] = In[id.x].x;
}
