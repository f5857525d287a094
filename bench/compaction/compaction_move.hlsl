// Moves particles and keeps those that are young enough and still in the box.
// fxc compaction_move.hlsl main cs_5_0 compaction_move.dxbc

struct Particle
{
    float3 position;
    uint number;
    float3 velocity;
    float age;
};

cbuffer Parameters : register(b0)
{
    uint Count;
    float TimeStep;
    float OldAge;
};

StructuredBuffer<Particle> Particles : register(t0);
AppendStructuredBuffer<Particle> Kept : register(u0);

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Count)
        return;
    Particle p = Particles[id.x];
    p.position += p.velocity * TimeStep;
    p.age += TimeStep;
    if (p.age < OldAge && all(p.position >= 0) && all(p.position < 1))
        Kept.Append(p);
}
