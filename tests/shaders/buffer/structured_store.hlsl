// Structured stores outside vanish, also past the stride of a structure.
// cs_5_0, entry main

struct Item { uint a; uint b[3]; };
StructuredBuffer<uint2> Where : register(t1);
RWStructuredBuffer<Item> Items : register(u0);

[numthreads(10, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Items[Where[i].x].b[Where[i].y] = 1000 + i;
}
