// retc inside a loop ends the invocation of the lanes that take it.
// cs_5_0, entry main
// In the .dxbc breakc was changed to retc (same operand) and the checksum made right.

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Done : register(u1);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [loop] for (uint k = 0; k < V[i]; k++)
        Result[i] += k + 1;
    Done[i] = 1;
}
