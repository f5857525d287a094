// cs_5_0. By nature: whoever comes first is first.
// Without FIXED there is a fault, with it there is none.
#ifdef FIXED
RWStructuredBuffer<uint> Out : register(u0);
#else
AppendStructuredBuffer<uint> Out : register(u0);
#endif

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Out[id.x] = id.x;
#else
    Out.Append(id.x);
#endif
}
