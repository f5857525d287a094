// Arrays of buffers and of read-write buffers take consecutive registers.
// cs_5_0, entry main

Buffer<float> In[3] : register(t2);
RWStructuredBuffer<uint> Out[2] : register(u1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[0][i] = (uint)(In[0][i] + In[2][i]);
    Out[1][i] = (uint)In[1][3 - i];
}
