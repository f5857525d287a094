// Special values come through as they are: moves keep bits.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
StructuredBuffer<uint2> In64 : register(t1);
RWStructuredBuffer<uint2> Out64 : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = In[id.x];
    Out64[id.x] = In64[id.x];
}
