// The largest stride, 2,048 bytes, with a computed member.
// cs_5_0, entry main

struct Large { uint4 rows[128]; };
StructuredBuffer<Large> In : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(128, 3, 1)]
void main(uint3 t : SV_GroupThreadID)
{
    uint4 row = In[t.y].rows[127 - t.x];
    Result[t.y * 128 + t.x] = row.x ^ row.y ^ row.z ^ row.w;
}
