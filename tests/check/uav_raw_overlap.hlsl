// cs_5_0. Stores of two words one word apart.
// Without FIXED there is a fault, with it there is none.
RWByteAddressBuffer Out : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out.Store2(id.x * 8, uint2(id.x, id.x + 100));
#else
    Out.Store2(id.x * 4, uint2(id.x, id.x + 100));
#endif
}
