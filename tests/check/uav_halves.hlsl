// cs_5_0. Elements of two bytes.
// Without FIXED there is a fault, with it there is none.
RWBuffer<uint> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = id.x;
#else
    Out[max(id.x, 1) - 1] = id.x;
#endif
}
