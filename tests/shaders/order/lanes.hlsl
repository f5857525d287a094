// Tickets from one counter: lanes in ascending order, waves after each other, groups after each other.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(100, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint ticket;
    InterlockedAdd(Counter[0], 1, ticket);
    Ticket[id.x] = ticket;
}
