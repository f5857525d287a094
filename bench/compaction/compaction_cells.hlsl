// Takes the particles that were kept, in whatever order, and finds the cell of each in a grid of 1024^3,
// numbered along a Morton curve.
// fxc compaction_cells.hlsl main cs_5_0 compaction_cells.dxbc

struct Particle
{
    float3 position;
    uint number;
    float3 velocity;
    float age;
};

ByteAddressBuffer Arguments : register(t0);     // groups in x, y, z; particles
ConsumeStructuredBuffer<Particle> Kept : register(u0);
AppendStructuredBuffer<uint2> Cells : register(u1);     // cell, number of the particle

// Two zeros after each of ten bits.
uint3 spread(uint3 v)
{
    v = (v | v << 16) & 0x030000ff;
    v = (v | v << 8) & 0x0300f00f;
    v = (v | v << 4) & 0x030c30c3;
    return (v | v << 2) & 0x09249249;
}

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Arguments.Load(12))
        return;
    Particle p = Kept.Consume();
    uint3 bits = spread((uint3)(p.position * 1024));
    Cells.Append(uint2(bits.x | bits.y << 1 | bits.z << 2, p.number));
}
