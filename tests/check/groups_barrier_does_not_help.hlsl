// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    Out[id.x] = id.x;
    AllMemoryBarrierWithGroupSync();
#ifdef FIXED
    uint v = Out[g.x * 32 + (gi + 1) % 32];
#else
    uint v = Out[(id.x + 1) % 128];
#endif
    AllMemoryBarrierWithGroupSync();
    Out[id.x] = v;
}
