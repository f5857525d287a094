// One step of an n-body simulation in double precision. There is no root for doubles: the one of float32 gets
// two steps of Newton's method: 21 bits are right, then 41, then all.
// fxc nbody64.hlsl main cs_5_0 nbody64.dxbc

cbuffer Parameters : register(b0)
{
    double TimeStep;
    double Softening;   // squared
    uint Count;         // a multiple of the tile
};

struct Body
{
    double x, y, z, mass;
};

StructuredBuffer<Body> Bodies : register(t0);
StructuredBuffer<Body> Velocities : register(t1);  // without a mass
RWStructuredBuffer<Body> NewBodies : register(u0);
RWStructuredBuffer<Body> NewVelocities : register(u1);

static const uint Tile = 128;
groupshared Body Shared[Tile];

void pull(Body body, Body other, inout Body acceleration)
{
    double dx = other.x - body.x, dy = other.y - body.y, dz = other.z - body.z;
    double square = dx * dx + dy * dy + dz * dz + Softening, half_square = 0.5L * square;
    double inverse = rsqrt((float)square);
    inverse = inverse * (1.5L - half_square * inverse * inverse);
    inverse = inverse * (1.5L - half_square * inverse * inverse);
    double strength = other.mass * inverse * inverse * inverse;
    acceleration.x += dx * strength;
    acceleration.y += dy * strength;
    acceleration.z += dz * strength;
}

[numthreads(Tile, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    Body body = Bodies[id.x];
    Body acceleration = { 0, 0, 0, 0 };
    for (uint tile = 0; tile < Count; tile += Tile) {
        Shared[thread] = Bodies[tile + thread];
        GroupMemoryBarrierWithGroupSync();
        [loop]
        for (uint k = 0; k < Tile; k += 2) {
            pull(body, Shared[k], acceleration);
            pull(body, Shared[k + 1], acceleration);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    Body velocity = Velocities[id.x];
    velocity.x += TimeStep * acceleration.x;
    velocity.y += TimeStep * acceleration.y;
    velocity.z += TimeStep * acceleration.z;
    body.x += TimeStep * velocity.x;
    body.y += TimeStep * velocity.y;
    body.z += TimeStep * velocity.z;
    NewVelocities[id.x] = velocity;
    NewBodies[id.x] = body;
}
