// Tickets drawn in a loop: all lanes of a wave draw once before any draws again.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint sum = 0;
    [loop] for (uint k = 0; k <= i % 7; k++) {
        uint ticket;
        InterlockedAdd(Counter[0], 1, ticket);
        sum += ticket * (k + 1);
    }
    Ticket[i] = sum;
}
