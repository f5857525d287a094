// drcp: exact where the reciprocal is representable, within one ULP elsewhere (weft: correctly rounded).
// cs_5_0, entry main

StructuredBuffer<double> V : register(t0);
RWStructuredBuffer<double> Reciprocal : register(u0);

[numthreads(24, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double a = V[i];
    Reciprocal[i] = rcp(a);
}
