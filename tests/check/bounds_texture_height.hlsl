// cs_5_0. A row past the last one of mip 1, which is half as high.
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
Texture2D<uint> In : register(t0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
#ifdef FIXED
    Out[id.x] = In.Load(int3(0, id.x, 0));
#else
    Out[id.x] = In.Load(int3(0, id.x, 1));
#endif
}
