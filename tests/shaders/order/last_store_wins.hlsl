// Of several lanes that store to one address in one instruction the highest wins, and the last wave after
// it.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(96, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Ticket[i % 5] = i;
    Ticket[5 + i / 40] = i + 1000;
}
