// A computed NaN is 0x7FC00000, whatever NaN or invalid operation it came from.
// cs_5_0, entry main, D3DCOMPILE flags 0x2000

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> OfNan : register(u0);
RWStructuredBuffer<uint> OfRoot : register(u1);
RWStructuredBuffer<uint> Product : register(u2);

[numthreads(10, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float a = V[i];
    OfNan[i] = asuint(a + 1.0);
    OfRoot[i] = asuint(sqrt(a));
    Product[i] = asuint(a * a);
}
