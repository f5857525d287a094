// msad4: sums of absolute byte differences where the byte of the reference is not 0.
// cs_5_0, entry main

struct Work { uint reference; uint2 source; uint4 sums; };
StructuredBuffer<Work> V : register(t0);
RWStructuredBuffer<uint4> Result : register(u0);

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Work w = V[i];
    Result[i] = msad4(w.reference, w.source, w.sums);
}
