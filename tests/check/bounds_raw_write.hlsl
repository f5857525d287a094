// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWByteAddressBuffer Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    if (id.x * 4 < 200)
#endif
    Out.Store(id.x * 4, id.x);
}
