// Shifts and masks that the compiler turns into ubfe, ibfe and bfi.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Unsigned : register(u0);
RWStructuredBuffer<uint> Signed : register(u1);
RWStructuredBuffer<uint> Top : register(u2);

[numthreads(24, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i];
    Unsigned[i] = (a >> 5) & 0x7FF;
    Signed[i] = (uint)((int)(a << 10) >> 19);
    Top[i] = a >> 27;
}
