// A seed: every texture that ld, ldms, resinfo, sampleinfo and samplepos can see, with computed coordinates.
Texture1D<float4> line_;
Texture1DArray<float4> lines;
Texture2D<float4> plane;
Texture2DArray<float4> planes;
Texture3D<float4> volume;
Texture2DMS<float4, 4> samples;
Texture2DMSArray<float4, 2> sample_planes;
TextureCube<float4> cube;
TextureCubeArray<float4> cubes;
RWTexture1D<float> out_line;
RWTexture1DArray<uint> out_lines;
RWTexture2D<float> out_plane;
RWTexture2DArray<int> out_planes;
RWTexture3D<uint> out_volume;
Buffer<uint4> where;

[numthreads(8, 5, 1)]
void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex)
{
    int4 at = int4(where[flat]);
    uint w, h, d, n;
    float4 sum = line_.Load(at.xy) + lines.Load(at.xyz) + plane.Load(at.xyz, int2(-1, 2)) + planes.Load(at);
    sum += volume.Load(at) + samples.Load(at.xy, at.z) + sample_planes.Load(at.xyz, at.w);
    plane.GetDimensions(at.x, w, h, n);
    sum.x += w + h + n;
    volume.GetDimensions(at.y, w, h, d, n);
    sum.y += w + h + d + n;
    samples.GetDimensions(w, h, n);
    sum.z += w + h + n + samples.GetSamplePosition(at.x).x;
    cubes.GetDimensions(at.z, w, h, d, n);
    sum.w += w + h + d + n;
    cube.GetDimensions(at.z, w, h, n);
    sum.w += w + h + n;
    out_line[at.x] = sum.x;
    out_plane[at.xy] = sum.y;
    InterlockedAdd(out_lines[at.xy], w);
    InterlockedMin(out_planes[at.xyz], at.w);
    InterlockedCompareExchange(out_volume[at.xyz], n, h, out_lines[id.xy]);
}
