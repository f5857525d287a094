// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    Out[id.x] = id.x;
#ifdef FIXED
    DeviceMemoryBarrierWithGroupSync();
#endif
    uint v = Out[(gi + 1) % 64];
#ifdef FIXED
    DeviceMemoryBarrierWithGroupSync();
#endif
    Out[id.x] = v;
}
