// Fifty steps of a xorshift generator in every thread.
// cs_5_0, entry main

RWStructuredBuffer<uint> State : register(u0);

[numthreads(96, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint x = State[i];
    [loop] for (uint k = 0; k < 50; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    State[i] = x;
}
