// Arrays of resources take consecutive registers.
StructuredBuffer<float> In[2] : register(t0);
RWStructuredBuffer<float> Out[2] : register(u0);

[numthreads(2, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[0][id.x] = In[1][id.x];
    Out[1][id.x] = In[0][id.x] / 3;
}
