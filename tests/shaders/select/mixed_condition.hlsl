// A condition that is the result of float arithmetic for some lanes (a denormal product is zero, so false) and an
// integer for others (any bit is true).
// cs_5_0, entry main

struct Choice { uint raw; uint bits; float a, b; };
StructuredBuffer<Choice> V : register(t0);
RWStructuredBuffer<uint2> Result : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Choice c = V[i];
    uint condition = c.bits;
    [branch] if (!c.raw)
        condition = asuint(c.a * c.b);
    uint2 result = uint2(condition ? 7 : 9, 1);
    [branch] if (condition)
        result.y = 2;
    Result[i] = result;
}
