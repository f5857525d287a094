// Tickets drawn once by each group in its first lane: groups are as if in ascending order, x first, then y,
// then z.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(8, 1, 1)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    if (i == 0) {
        uint ticket;
        InterlockedAdd(Counter[0], 1 + group.x, ticket);
        Ticket[(group.z * 3 + group.y) * 4 + group.x] = ticket;
    }
}
