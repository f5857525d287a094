// Nested divergence; lanes meet again where each construct ends.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
uint draw()
{
    uint ticket;
    InterlockedAdd(Counter[0], 1, ticket);
    return ticket;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r;
    [branch] if (i & 1) {
        [branch] if (i & 2)
            r = draw();
        else
            r = 100 + draw();
        r += 10000 * draw();
    } else {
        r = 200 + draw();
    }
    Ticket[i] = r + 1000000 * draw();
}
