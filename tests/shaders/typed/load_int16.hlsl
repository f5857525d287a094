// Loads from R16G16B16A16_SINT: signs are extended.
// cs_5_0, entry main

Buffer<int4> Typed : register(t0);
StructuredBuffer<uint> Index : register(t1);
RWStructuredBuffer<int4> Result : register(u0);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Typed[Index[i]];
}
