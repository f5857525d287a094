// Texture reads of shader model 4.0, discard, derivatives, depth.
Texture2D colour; Texture2DArray<float4> layers; TextureCube sky; Texture3D<unorm float2> fog; Texture2DMS<float4, 4> multi; Buffer<int2> list;
SamplerState linear_wrap; SamplerComparisonState shadow;
void main(float2 uv : TEXCOORD0, centroid float3 dir : TEXCOORD1, noperspective float w : W,
          nointerpolation int k : K, float4 p : SV_Position, uint face : SV_IsFrontFace, out float4 c : SV_Target0, out float4 c1 : SV_Target1, out float depth : SV_Depth)
{
    c = colour.Sample(linear_wrap, uv, int2(3, -2)) + layers.SampleLevel(linear_wrap, float3(uv, k), 2.5f);
    c += sky.SampleBias(linear_wrap, dir, 0.5f) * colour.SampleGrad(linear_wrap, uv, ddx(uv), ddy(uv));
    c.x += colour.SampleCmpLevelZero(shadow, uv, w) + colour.SampleCmp(shadow, uv, w);
    if (c.w < 0.1f) discard;
    c1 = multi.Load(int2(p.xy), 3) + fog.Load(int4(p.xyz, 0)).xyxy + list[k].xyxy;
    uint width, height, levels; colour.GetDimensions(1, width, height, levels);
    c1.z = face ? width : levels;
    depth = frac(w) + fmod(p.z, 2);
}
