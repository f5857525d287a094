// ubfe with widths and offsets from memory: taken modulo 32, width 0, fields that reach past bit 31.
// cs_5_0, entry main
// The compiler writes ubfe with literals only: in the .dxbc the opcode of imad, which has the same
// operands, was changed to it and the checksum made right.

struct Field { uint width, offset, value, base; };
StructuredBuffer<Field> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(104, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Field t = V[i];
    Result[i] = t.width * t.offset + t.value;
}
