// A reduction in groupshared memory without barriers inside a wave: 32 lanes run in lockstep.
// cs_5_0, entry main

groupshared uint Values[128];
RWStructuredBuffer<uint> Sum : register(u0);

[numthreads(128, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint lane = i & 31;
    Values[i] = i * i + 1;
    [unroll] for (uint step = 16; step > 0; step >>= 1) {
        uint other = Values[i + step < 128 ? i + step : 0];
        if (lane < step)
            Values[i] += other;
    }
    Sum[i] = Values[i & ~31u];
}
