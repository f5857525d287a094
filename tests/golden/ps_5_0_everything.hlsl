// Shader model 5.0 in a pixel shader: gathers, coverage, pull interpolation, views, early depth test, precise.
Texture2D t; Texture2D<float> d : register(t5); SamplerState s; SamplerComparisonState cmp; RWTexture2D<uint> counts : register(u4); RWTexture2DArray<float4> pages : register(u5);
struct input { float4 p : SV_Position; float2 uv : UV; linear sample float3 n : N; uint prim : SV_PrimitiveID; };
[earlydepthstencil]
float4 main(input i, uint coverage : SV_Coverage) : SV_Target
{
    float4 c = t.GatherRed(s, i.uv, int2(1, 2)) + t.GatherGreen(s, i.uv, int2(i.prim, 3)) + d.GatherCmp(cmp, i.uv, 0.5f);
    c += EvaluateAttributeSnapped(i.uv, int2(2, -3)).xyxy + EvaluateAttributeAtSample(i.uv, 1).xxyy + EvaluateAttributeCentroid(i.uv).yyyy;
    c.xy += ddx_fine(i.uv) + ddy_coarse(i.n.xy);
    precise float4 exact = c * 1.25f + i.n.xyzx;
    InterlockedOr(counts[uint2(i.p.xy)], coverage);
    pages[uint3(i.p.xy, 1)] = exact;
    return exact + rcp(c);
}
