// Eight buffers, each with one kind of atomic whose result nobody reads, in several groups that want the same words.
// Some indices are behind the end, and every third thread does nothing.
// cs_5_0, entry main

RWByteAddressBuffer Add : register(u0);
RWStructuredBuffer<uint> Or : register(u1);
RWBuffer<uint> Xor : register(u2);
RWByteAddressBuffer Least : register(u3);
RWStructuredBuffer<int> Most : register(u4);
RWBuffer<uint> Lowest : register(u5);
RWByteAddressBuffer Highest : register(u6);
RWStructuredBuffer<uint> And : register(u7);

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint h = id.x * 747796405 + 2891336453;
    h ^= h >> 15;
    h *= 2654435761;
    h ^= h >> 13;
    if (id.x % 3 == 2)
        return;
    uint at = h % 50, other = (h >> 8) % 50;
    Add.InterlockedAdd(4 * at, h);
    Add.InterlockedAdd(8, id.x);
    InterlockedOr(Or[other], 1u << (h >> 27));
    InterlockedXor(Xor[at], h >> 3);
    Least.InterlockedMin(4 * other, (int)h >> 4);
    InterlockedMax(Most[at], (int)h >> 5);
    InterlockedMin(Lowest[other], h);
    Highest.InterlockedMax(4 * at, h);
    InterlockedAnd(And[other], ~(1u << (h >> 27)));
    InterlockedAnd(And[3], ~h);
}
