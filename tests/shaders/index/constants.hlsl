// Constant buffers with computed index: every row, past the end of the buffer, an empty slot.
// cs_5_0, entry main

cbuffer Constants : register(b0) { uint4 Rows[10]; };
cbuffer Missing : register(b3) { uint4 Nothing[10]; };
StructuredBuffer<uint> Index : register(t0);
RWStructuredBuffer<uint4> Result : register(u0);
RWStructuredBuffer<uint4> Empty : register(u1);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Rows[Index[i]];
    Empty[i] = Nothing[Index[i]];
}
