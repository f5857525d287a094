// cs_5_0
// Without FIXED there is a fault, with it there is none.
AppendStructuredBuffer<uint> Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    if (gi < 4)
#endif
    Out.Append(7);
}
