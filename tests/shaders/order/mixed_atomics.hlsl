// Kinds of atomics that do not commute on one word: max by all lanes of a wave, then min, then exchange.
// cs_5_0, entry main

RWStructuredBuffer<uint> Ticket : register(u0);
RWStructuredBuffer<uint> Counter : register(u1);
[numthreads(40, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedMax(Counter[0], id.x);
    InterlockedMin(Counter[0], 1000 - id.x * 7 % 500);
    uint old;
    InterlockedExchange(Counter[0], id.x * 3, old);
    Ticket[id.x] = old;
}
