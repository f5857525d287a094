// Every kind of binding that a pipeline can name, but for textures: Out[i] = In[i] * Factor + Table.Load(i).
cbuffer Parameters : register(b0)
{
    uint Factor;
};
StructuredBuffer<uint> In : register(t0);
ByteAddressBuffer Table : register(t1);
RWStructuredBuffer<uint> Out : register(u0);
RWByteAddressBuffer Raw : register(u1);
RWBuffer<float> Typed : register(u2);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint value = In[id.x] * Factor + Table.Load(id.x * 4);
    Out[id.x] = value;
    Raw.Store(id.x * 4, ~value);
    Typed[id.x] = value * 0.5;
}
