// cs_4_1: raw buffers in and out, all widths; out of bounds as in cs_5_0.
// cs_4_1, entry main

ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 four = In.Load4(i * 16);
    Out.Store2(i * 8, uint2(four.x + four.y, four.z ^ four.w));
    Out.Store(1000 + i * 4, 5);
}
