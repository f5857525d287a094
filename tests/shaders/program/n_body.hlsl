// Accelerations of 64 bodies through a groupshared tile: rsq, mad, float4 traffic.
// cs_5_0, entry main

StructuredBuffer<float4> Bodies : register(t0);
RWStructuredBuffer<float3> Acceleration : register(u0);
groupshared float4 Tile[32];

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    float3 sum = 0, place = Bodies[id.x].xyz;
    [loop] for (uint first = 0; first < 64; first += 32) {
        Tile[i] = Bodies[first + i];
        GroupMemoryBarrierWithGroupSync();
        [loop] for (uint k = 0; k < 32; k++) {
            float3 d = Tile[k].xyz - place;
            float inverse = rsqrt(dot(d, d) + 0.25);
            sum += d * (Tile[k].w * inverse * inverse * inverse);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Acceleration[id.x] = sum;
}
