// bfi with widths and offsets from memory: taken modulo 32, width 0 keeps the base.
// cs_5_0, entry main
// The compiler writes bfi with literals only: in the .dxbc imad x, y, z became bfi x, y, z, w of the same
// register, and lengths and checksum were made right.

StructuredBuffer<uint4> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
RWStructuredBuffer<uint> Base : register(u1);

[numthreads(104, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint4 field = V[i]; // width, offset, value, base
    Result[i] = field.x * field.y + field.z;
    Base[i] = field.w;
}
