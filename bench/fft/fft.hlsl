// Fourier transforms of 1024 complex numbers, one a group, by Stockham's method: five steps of radix 4,
// between which the numbers change places in group-shared memory.
// fxc fft.hlsl main cs_5_0 fft.dxbc

StructuredBuffer<float2> Input : register(t0);
StructuredBuffer<float2> Roots : register(t1);      // of unity: e^(-2 pi i k / 1024)
RWStructuredBuffer<float2> Output : register(u0);

static const uint Length = 1024;
static const uint Threads = Length / 4;
groupshared float SharedReal[Length];
groupshared float SharedImaginary[Length];

float2 multiply(float2 a, float2 b)
{
    return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void turn_by(inout float2 v[4], uint turn)
{
    v[1] = multiply(v[1], Roots[turn]);
    v[2] = multiply(v[2], Roots[2 * turn]);
    v[3] = multiply(v[3], Roots[3 * turn]);
}

// The transform of four numbers.
void radix4(inout float2 v[4])
{
    float2 sum02 = v[0] + v[2], difference02 = v[0] - v[2];
    float2 sum13 = v[1] + v[3], difference13 = v[1] - v[3];
    v[0] = sum02 + sum13;
    v[1] = difference02 + float2(difference13.y, -difference13.x);
    v[2] = sum02 - sum13;
    v[3] = difference02 + float2(-difference13.y, difference13.x);
}

[numthreads(Threads, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    float2 v[4];
    uint r, first = group.x * Length + thread;
    [unroll]
    for (r = 0; r < 4; r++)
        v[r] = Input[first + r * Threads];
    [unroll]
    for (uint size = 1; size < Threads; size *= 4) {
        uint within = thread % size, place = 4 * (thread - within) + within;
        if (size > 1)
            turn_by(v, within * (Threads / size));
        radix4(v);
        [unroll]
        for (r = 0; r < 4; r++) {
            SharedReal[place + r * size] = v[r].x;
            SharedImaginary[place + r * size] = v[r].y;
        }
        GroupMemoryBarrierWithGroupSync();
        [unroll]
        for (r = 0; r < 4; r++)
            v[r] = float2(SharedReal[thread + r * Threads], SharedImaginary[thread + r * Threads]);
        GroupMemoryBarrierWithGroupSync();
    }
    turn_by(v, thread);
    radix4(v);
    [unroll]
    for (r = 0; r < 4; r++)
        Output[first + r * Threads] = v[r];
}
