// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWBuffer<float4> Out : register(u0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    float4 v = float4(id.x, 1, 2, 3);
#ifdef FIXED
    Out[id.x] = v;
#else
    Out[id.x % 8] = v;
#endif
}
