// cs_5_0. A mip that is not there.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
Texture2D<uint> In : register(t0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = In.Load(int3(id.x, 0, 1));
#else
    Out[id.x] = In.Load(int3(id.x, 0, 2));
#endif
}
