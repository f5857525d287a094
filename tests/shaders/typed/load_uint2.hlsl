// Loads from R32G32_UINT: the default of alpha is the integer 1.
// cs_5_0, entry main

Buffer<uint4> Typed : register(t0);
StructuredBuffer<uint> Index : register(t1);
RWStructuredBuffer<uint4> Result : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Typed[Index[i]];
}
