// Floats beside doubles: results are flushed after they were rounded as if exponents had no end.
// cs_5_0, entry main

struct Given { float a, b, c; };
struct Got { float product, fused, minus, quotient, inverse, sum, difference; double wide; };

StructuredBuffer<Given> V : register(t0);
RWStructuredBuffer<Got> Results : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Given g = V[i];
    Got r;
    r.product = g.a * g.b;
    r.fused = mad(g.a, g.b, g.c);
    r.minus = mad(-g.a, g.b, g.c);
    r.quotient = g.a / g.b;
    r.inverse = rcp(g.b);
    r.sum = g.a + g.c;
    r.difference = g.a - g.c;
    r.wide = (double)g.a * 0.5L;
    Results[i] = r;
}
