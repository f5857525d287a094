// Raw loads of one to four words, across the end, far outside, unaligned, wrapping.
// cs_5_0, entry main

StructuredBuffer<uint> Offset : register(t0);
ByteAddressBuffer Bytes : register(t1);
RWByteAddressBuffer Same : register(u1);
struct Loads { uint one; uint2 two; uint3 three; uint4 four, fromUav; };
RWStructuredBuffer<Loads> Result : register(u0);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint at = Offset[i];
    Loads l;
    l.one = Bytes.Load(at);
    l.two = Bytes.Load2(at);
    l.three = Bytes.Load3(at);
    l.four = Bytes.Load4(at);
    l.fromUav = Same.Load4(at);
    Result[i] = l;
}
