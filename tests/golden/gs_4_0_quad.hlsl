// Points to quads.
struct vertex { float4 p : SV_Position; float2 uv : TEXCOORD; uint layer : SV_RenderTargetArrayIndex; };
float2 size;
[maxvertexcount(4)]
void main(point float4 centre[1] : SV_Position, uint prim : SV_PrimitiveID, inout TriangleStream<vertex> stream)
{
    for (uint i = 0; i < 4; ++i) {
        vertex v; v.uv = float2(i & 1, i >> 1); v.p = centre[0] + float4((v.uv * 2 - 1) * size, 0, 0); v.layer = prim % 6;
        stream.Append(v);
    }
    stream.RestartStrip();
}
