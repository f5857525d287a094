// uaddc: sum and carry.
// cs_5_0, entry main
// The compiler never writes uaddc with two results: in the .dxbc the opcode of udiv, which has the same
// operands, was changed to it and the checksum made right.

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> First : register(u0);
RWStructuredBuffer<uint> Second : register(u1);

[numthreads(16, 16, 1)]
void main(uint2 t : SV_GroupThreadID)
{
    uint a = V[t.y], b = V[t.x], at = t.y * 16 + t.x;
    First[at] = a / b;
    Second[at] = a % b;
}
