// Appends the odd numbers below 16 and counts all of them.
AppendStructuredBuffer<uint> Odd : register(u0);
RWStructuredBuffer<uint> All : register(u1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    All[All.IncrementCounter()] = id.x * 10;
    if (id.x & 1)
        Odd.Append(id.x);
}
