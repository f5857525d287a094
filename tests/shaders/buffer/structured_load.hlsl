// Structured loads outside: 0 in every component; past the stride: 0, not the next structure.
// cs_5_0, entry main

struct Item { uint a; uint b[3]; };
StructuredBuffer<Item> Items : register(t0);
StructuredBuffer<uint2> Where : register(t1);
RWStructuredBuffer<Item> Same : register(u1);
RWStructuredBuffer<uint4> Result : register(u0);

[numthreads(12, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint2 w = Where[i];
    Result[i] = uint4(Items[w.x].a, Items[w.x].b[w.y], Same[w.x].b[w.y], Same[w.x].b[1]);
}
