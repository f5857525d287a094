// A divergent if: the lanes of the true side draw first, then those of the false side, wave by wave.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(80, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint ticket;
    [branch] if (i % 3 == 1) {
        InterlockedAdd(Counter[0], 1, ticket);
    } else {
        InterlockedAdd(Counter[0], 1, ticket);
        ticket += 1000;
    }
    Ticket[i] = ticket;
}
