// One step of an n-body simulation: every body is drawn by all others, tile by tile through group-shared memory.
// fxc nbody.hlsl main cs_5_0 nbody.dxbc

cbuffer Parameters : register(b0)
{
    uint Count;      // a multiple of the tile
    float TimeStep;
    float Softening; // squared
};

StructuredBuffer<float4> Bodies : register(t0);     // position, mass
StructuredBuffer<float4> Velocities : register(t1);
RWStructuredBuffer<float4> NewBodies : register(u0);
RWStructuredBuffer<float4> NewVelocities : register(u1);

static const uint Tile = 256;
groupshared float4 Shared[Tile];

float3 Pull(float4 body, float4 other)
{
    float3 d = other.xyz - body.xyz;
    float inverse = rsqrt(dot(d, d) + Softening);
    return d * (other.w * inverse * inverse * inverse);
}

[numthreads(Tile, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    float4 body = Bodies[id.x];
    float3 acceleration = 0;
    for (uint tile = 0; tile < Count; tile += Tile) {
        Shared[thread] = Bodies[tile + thread];
        GroupMemoryBarrierWithGroupSync();
        [loop]
        for (uint k = 0; k < Tile; k += 4) {
            [unroll]
            for (uint j = 0; j < 4; j++)
                acceleration += Pull(body, Shared[k + j]);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    float3 velocity = Velocities[id.x].xyz + TimeStep * acceleration;
    NewVelocities[id.x] = float4(velocity, 0);
    NewBodies[id.x] = float4(body.xyz + TimeStep * velocity, body.w);
}
