// Minimum precision types.
Texture2D<min16float4> t; SamplerState s; min16float4 tint; min16int shift; min10float low;
min16float4 main(min16float2 uv : UV, min16uint k : K) : SV_Target
{
    min16float4 c = t.Sample(s, uv) * tint + low;
    c.x += (min16float)(k << shift);
    return c.yzwx * (min16float)0.5;
}
