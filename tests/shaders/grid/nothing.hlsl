// A dispatch with 0 groups in one direction runs nothing.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = 99;
}
