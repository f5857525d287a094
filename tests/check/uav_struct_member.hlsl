// cs_5_0
// Without FIXED there is a fault, with it there is none.
struct particle { float3 position; uint hits[2]; };
RWStructuredBuffer<particle> P : register(u0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    P[id.x].hits[1] = id.x;
#else
    P[id.x / 4].hits[1] = id.x;
#endif
}
