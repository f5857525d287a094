// pow, exp, log, log10, tan and ldexp expand to log, mul, exp, sincos and div.
// cs_5_0, entry main

StructuredBuffer<float2> V : register(t0);
struct Values { float power, e, natural, common, tangent, scaled; };
RWStructuredBuffer<Values> Result : register(u0);

[numthreads(10, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float2 p = V[i];
    Values r;
    r.power = pow(p.x, p.y) / 1000.0;
    r.e = exp(-p.x);
    r.natural = log(p.x);
    r.common = log10(p.x);
    r.tangent = tan(p.x * 0.01);
    r.scaled = ldexp(p.x, 3.0);
    Result[i] = r;
}
