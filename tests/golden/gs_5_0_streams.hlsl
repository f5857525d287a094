// Several streams, instances, adjacency.
struct a { float4 p : SV_Position; float w : W; }; struct b { float4 q : Q; uint k : K; };
[maxvertexcount(6)] [instance(3)]
void main(lineadj float4 p[4] : SV_Position, uint instance : SV_GSInstanceID, inout PointStream<a> first, inout PointStream<b> second)
{
    a x; x.p = p[instance]; x.w = p[3].w; first.Append(x);
    b y; y.q = p[1]; y.k = instance; second.Append(y); second.RestartStrip();
}
