// cs_5_0. The last word of the last load.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
ByteAddressBuffer In : register(t0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    uint4 v = In.Load4(id.x * 16);
#else
    uint4 v = In.Load4(id.x * 16 + 4);
#endif
    Out[id.x] = v.x + v.w;
}
