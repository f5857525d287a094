// Library functions that expand to several instructions: normalize, cross, reflect, distance, lerp,
// smoothstep.
// cs_5_0, entry main

struct Pair { float3 a, b; };
struct Vectors { float3 unit, product, mirrored, mixed; float apart, smooth; };
StructuredBuffer<Pair> V : register(t0);
RWStructuredBuffer<Vectors> Result : register(u0);

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Pair p = V[i];
    Vectors r;
    r.unit = normalize(p.a);
    r.product = cross(p.a, p.b);
    r.mirrored = reflect(p.a, r.unit.yzx);
    r.mixed = lerp(p.a, p.b, 0.25);
    r.apart = distance(p.a, p.b);
    r.smooth = smoothstep(-4.0, 4.0, p.a.x);
    Result[i] = r;
}
