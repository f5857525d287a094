// msad: the sum saturates at 0xFFFFFFFF; bytes of the reference that are 0 are left out.
// cs_5_0, entry main
// In the .dxbc the opcode of imad was changed to msad (same operands: reference, source, sum), which needs
// enable11_1ShaderExtensions in dcl_globalFlags and its bit in SFI0; and the
// checksum made right.

StructuredBuffer<uint3> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(45, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint3 t = V[i]; // reference, source, sum
    Result[i] = t.x * t.y + t.z;
}
