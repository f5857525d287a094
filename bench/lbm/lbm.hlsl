// A step of a flow in two dimensions by the lattice-Boltzmann method (D2Q9, one relaxation time): each cell
// takes in what its neighbours sent, then collides. Solid cells send everything back. The box is periodic.
// fxc lbm.hlsl main cs_5_0 lbm.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Size;
    float Relaxation;   // 1 / time
    float Push;         // what the driving force adds to the equilibrium's velocity in x
};

StructuredBuffer<float> Before : register(t0);  // a plane of cells for each of nine directions
Buffer<uint> Solid : register(t1);
RWStructuredBuffer<float> After : register(u0);

static const int2 Directions[9] = {
    int2(0, 0), int2(1, 0), int2(0, 1), int2(-1, 0), int2(0, -1),
    int2(1, 1), int2(-1, 1), int2(-1, -1), int2(1, -1)
};
static const uint Opposite[9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const float Weights[9] = {
    4 / 9.0, 1 / 9.0, 1 / 9.0, 1 / 9.0, 1 / 9.0, 1 / 36.0, 1 / 36.0, 1 / 36.0, 1 / 36.0
};

[numthreads(64, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Size))
        return;
    uint cells = Size.x * Size.y, cell = id.y * Size.x + id.x;
    uint left = id.x ? id.x - 1 : Size.x - 1, right = id.x + 1 < Size.x ? id.x + 1 : 0;
    uint above = id.y ? id.y - 1 : Size.y - 1, below = id.y + 1 < Size.y ? id.y + 1 : 0;
    float f[9], density = 0;
    float2 momentum = 0;
    uint q;
    [unroll]
    for (q = 0; q < 9; q++) {
        uint x = Directions[q].x > 0 ? left : Directions[q].x < 0 ? right : id.x;
        uint y = Directions[q].y > 0 ? above : Directions[q].y < 0 ? below : id.y;
        f[q] = Before[q * cells + y * Size.x + x];
        density += f[q];
        momentum += f[q] * Directions[q];
    }
    if (Solid[cell]) {
        [unroll]
        for (q = 0; q < 9; q++)
            After[q * cells + cell] = f[Opposite[q]];
        return;
    }
    float2 velocity = momentum / density + float2(Push, 0);
    float still = 1 - 1.5 * dot(velocity, velocity);
    [unroll]
    for (q = 0; q < 9; q++) {
        float along = 3 * dot(velocity, Directions[q]);
        float equilibrium = Weights[q] * density * (still + along * (1 + 0.5 * along));
        After[q * cells + cell] = f[q] + Relaxation * (equilibrium - f[q]);
    }
}
