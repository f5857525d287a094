// Indexable temporaries: dynamic reads and writes; out of range reads give 0 and writes vanish.
// cs_5_0, entry main

StructuredBuffer<uint> Index : register(t0);
RWStructuredBuffer<uint> Read : register(u0);
RWStructuredBuffer<uint4> Content : register(u1);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint values[8];
    [unroll] for (uint k = 0; k < 8; k++)
        values[k] = k * 100 + i;
    Read[i] = values[Index[i]];
    values[Index[15 - i]] = 9999;
    Content[i * 2] = uint4(values[0], values[1], values[2], values[3]);
    Content[i * 2 + 1] = uint4(values[4], values[5], values[6], values[7]);
}
