// Raw stores of one to four words across the end: words inside are written, others vanish.
// cs_5_0, entry main

StructuredBuffer<uint> Offset : register(t0);
RWByteAddressBuffer Four : register(u0);
RWByteAddressBuffer Fewer : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Four.Store4(Offset[i], uint4(1, 2, 3, 4) + i * 16);
    [branch] if (i == 0) {
        Fewer.Store3(56, uint3(1, 2, 3));
        Fewer.Store2(12, uint2(4, 5));
        Fewer.Store2(60, uint2(6, 7));
        Fewer.Store(0, 9);
        Fewer.Store(Offset[4], 1);
    }
}
