// Consuming from an empty buffer: the index is 0xFFFFFFFF and downwards, reads give 0, the counter wraps.
// cs_5_0, entry main

ConsumeStructuredBuffer<uint> Items : register(u0);
RWStructuredBuffer<uint> Taken : register(u1);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Taken[i] = Items.Consume();
}
