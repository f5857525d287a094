// Two, three and four words of a thread that stand side by side, far from those of the next thread: at known places and
// at any, over the end of the memory and behind it, in threads of some only, over one another.
// cs_5_0, entry main

struct Item
{
    uint4 a;
    uint3 b;
    uint2 c;
    uint d;
};

StructuredBuffer<uint> Places : register(t0);
StructuredBuffer<Item> Items : register(t1);
ByteAddressBuffer Bytes : register(t2);
RWByteAddressBuffer Result : register(u0);  // six words of each thread
RWByteAddressBuffer Target : register(u1);

uint sum(uint4 v)
{
    return ((v.x * 31 + v.y) * 31 + v.z) * 31 + v.w;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint place = Places[i];
    Item known = Items[i], any = Items[place];
    uint4 four = 0;
    uint2 two = 0;
    [branch]
    if (i % 5 != 3) {
        four = Bytes.Load4(4 * place);
        two = Bytes.Load2(4 * place + 8);
    }
    Result.Store4(24 * i, uint4(sum(known.a) + sum(uint4(known.b, known.c.x)), sum(any.a), sum(uint4(any.b, any.c.y)),
                                sum(four)));
    Result.Store2(24 * i + 16, uint2(sum(uint4(two, Bytes.Load2(20 * i + 4))), sum(Bytes.Load4(28 * i))));
    [branch]
    if (i % 7 != 2)
        Target.Store4(4 * place, uint4(i, i + 100, i + 200, i + 300));
    Target.Store2(4 * (place / 3) + 8, uint2(i + 400, i + 500));
}
