// umad: the low half of the product and a sum; the same bits as imad.
// cs_5_0, entry main
// In the .dxbc the opcode of imad was changed to umad (same operands) and the checksum made right.

struct Field { uint width, offset, value, base; };
StructuredBuffer<Field> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(104, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Field t = V[i];
    Result[i] = t.width * t.offset + t.value;
}
