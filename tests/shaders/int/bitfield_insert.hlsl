// bfi from masks and shifts, with constant and with computed fields.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Middle : register(u0);
RWStructuredBuffer<uint> Low : register(u1);
RWStructuredBuffer<uint> Packed : register(u2);

[numthreads(24, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = V[i], b = V[23 - i];
    Middle[i] = (a & 0xFFFF00FFu) | ((b & 0xFF) << 8);
    Low[i] = (a & ~0x1Fu) | (b & 0x1F);
    Packed[i] = (a & 0x3FF) | (b & 0x3FF) << 10 | (i & 0x3FF) << 20;
}
