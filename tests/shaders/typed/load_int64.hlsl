// 64-bit numbers in a typed buffer are pairs of 32-bit words, low word first.
// cs_5_0, entry main

Buffer<uint2> Wide : register(t0);
Buffer<int4> Pairs : register(t1);
Buffer<uint> Bools : register(t2);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(2, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint2 w = Wide[i];
    int4 p = Pairs[i];
    Result[i * 7] = w.x;
    Result[i * 7 + 1] = w.y;
    Result[i * 7 + 2] = p.x;
    Result[i * 7 + 3] = p.y;
    Result[i * 7 + 4] = p.z;
    Result[i * 7 + 5] = p.w;
    Result[i * 7 + 6] = Bools[i];
}
