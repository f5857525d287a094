// Loads from R32_FLOAT: bits kept, defaults, out of bounds.
// cs_5_0, entry main

Buffer<float4> Typed : register(t0);
StructuredBuffer<uint> Index : register(t1);
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Typed[Index[i]];
}
