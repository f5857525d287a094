// Loads from R32_SINT: the default of alpha is the integer 1.
// cs_5_0, entry main

Buffer<int4> Typed : register(t0);
StructuredBuffer<uint> Index : register(t1);
RWStructuredBuffer<int4> Result : register(u0);

[numthreads(12, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Typed[Index[i]];
}
