// movc tests bits (-0.0 is true) and moves bits: NaN payloads and denormals stay.
// cs_5_0, entry main

struct Choice { uint condition; float yes, no; };
StructuredBuffer<Choice> V : register(t0);
RWStructuredBuffer<float> Result : register(u0);
RWStructuredBuffer<uint4> Vector : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Choice c = V[i];
    Result[i] = c.condition ? c.yes : c.no;
    uint4 four = uint4(c.condition, ~c.condition, i & 1, c.condition & 2);
    Vector[i] = four ? uint4(1, 2, 3, 4) : asuint(c.no).xxxx;
}
