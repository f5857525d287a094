// Independent multiplications and additions of doubles: what the device's arithmetic gives.
// fxc probe_double.hlsl main cs_5_0 probe_double.dxbc

cbuffer Parameters : register(b0)
{
    uint Rounds;
    uint Seed;
};

RWStructuredBuffer<uint> Sink : register(u0);

// Eight chains by name: the compiler would put an array of doubles into memory.
[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    double factor = (double)Seed / 1024, term = (double)(Seed + 1), first = (double)id.x;
    double a = first, b = first + 1, c = first + 2, d = first + 3;
    double e = first + 4, f = first + 5, g = first + 6, h = first + 7;
    [loop]
    for (uint round = 0; round < Rounds; round++) {
        a = a * factor + term;
        b = b * factor + term;
        c = c * factor + term;
        d = d * factor + term;
        e = e * factor + term;
        f = f * factor + term;
        g = g * factor + term;
        h = h * factor + term;
    }
    Sink[id.x] = (uint)(a + b + c + d + e + f + g + h);
}
