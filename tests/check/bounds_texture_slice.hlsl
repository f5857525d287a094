// cs_5_0. A slice past the last one of an array.
// Without FIXED there is a fault, with it there is none.
RWTexture2DArray<uint> Out : register(u0);

[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
#ifdef FIXED
    if (id.z < 3)
#endif
    Out[id] = id.z;
}
