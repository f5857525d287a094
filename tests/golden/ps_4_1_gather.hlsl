// What 4.1 adds: gather, level of detail, cube arrays, sample positions, sample frequency.
Texture2D t; TextureCubeArray cubes; SamplerState s; Texture2DMS<float4> ms;
float4 main(float2 uv : TEXCOORD, uint sample_index : SV_SampleIndex) : SV_Target
{
    return t.Gather(s, uv) + t.CalculateLevelOfDetail(s, uv) + cubes.Sample(s, float4(uv, 1, 2)) + ms.GetSamplePosition(sample_index).xyxy +
           GetRenderTargetSampleCount() + ms.Load(int2(1, 2), sample_index);
}
