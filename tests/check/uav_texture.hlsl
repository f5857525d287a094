// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWTexture2D<uint> Out : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.xy] = id.x + id.y;
#else
    Out[uint2(id.x / 2, id.y)] = id.x + id.y;
#endif
}
