// A feature level 9 target: a container with a second, older program in front.
float4x4 m; float4 tint;
void main(float4 p : POSITION, float2 uv : TEXCOORD, out float4 o : SV_Position, out float4 c : COLOR, out float2 u : TEXCOORD)
{
    o = mul(p, m); c = tint * p.w; u = uv * 2 - 1;
}
