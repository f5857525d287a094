// IncrementCounter returns the old value: a permanent index, in thread order.
// cs_5_0, entry main

RWStructuredBuffer<uint> Items : register(u0);
RWStructuredBuffer<uint> Index : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint at = Items.IncrementCounter();
    Items[at] = id.x * 3;
    Index[id.x] = at;
}
