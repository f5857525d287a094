// DecrementCounter returns the new value and wraps below 0.
// cs_5_0, entry main

RWStructuredBuffer<uint> Items : register(u0);
RWStructuredBuffer<uint> Index : register(u1);

[numthreads(33, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Index[i] = Items.DecrementCounter();
}
