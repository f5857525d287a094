// A fast Fourier transform of 256 complex numbers: bit reversal, sincos, eight steps with barriers.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

StructuredBuffer<float2> Signal : register(t0);
RWStructuredBuffer<float2> Spectrum : register(u0);
groupshared float2 Values[256];

[numthreads(128, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Values[i] = Signal[reversebits(i) >> 24];
    Values[i + 128] = Signal[reversebits(i + 128) >> 24];
    [loop] for (uint span = 1; span < 256; span *= 2) {
        GroupMemoryBarrierWithGroupSync();
        uint k = i & (span - 1), at = (i - k) * 2 + k;
        float s, c;
        sincos(-3.14159265 * k / span, s, c);
        float2 a = Values[at], b = Values[at + span];
        b = float2(b.x * c - b.y * s, b.x * s + b.y * c);
        Values[at] = a + b;
        Values[at + span] = a - b;
    }
    GroupMemoryBarrierWithGroupSync();
    Spectrum[i] = Values[i];
    Spectrum[i + 128] = Values[i + 128];
}
