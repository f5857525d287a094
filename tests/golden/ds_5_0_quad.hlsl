// The domain shader that goes with hs_5_0_quad.
struct control { float3 p : POSITION; float2 uv : UV; };
struct factors { float edge[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 tangent[4] : TANGENT; float flat : FLAT; };
float4x4 projection; Texture2D<float> height; SamplerState s;
[domain("quad")]
float4 main(factors f, float2 at : SV_DomainLocation, const OutputPatch<control, 4> patch, uint prim : SV_PrimitiveID) : SV_Position
{
    float3 p = lerp(lerp(patch[0].p, patch[1].p, at.x), lerp(patch[2].p, patch[3].p, at.x), at.y) + f.tangent[prim & 3] * f.flat;
    p.z += height.SampleLevel(s, patch[0].uv + at, 0) + f.inside[1];
    return mul(float4(p, 1), projection);
}
