// Textures of every dimension in empty slots: loads give 0, stores vanish, sizes are 0.
// cs_5_0, entry main

Texture1D<float4> Line : register(t0);
Texture1DArray<float4> Lines : register(t1);
Texture2DArray<float4> Images : register(t2);
Texture3D<float4> Volume : register(t3);
TextureCube<float4> Cube : register(t4);
RWTexture1D<float> LineRw : register(u1);
RWTexture1DArray<float> LinesRw : register(u2);
RWTexture2DArray<float> ImagesRw : register(u3);
RWTexture3D<float> VolumeRw : register(u4);
RWStructuredBuffer<float4> Result : register(u0);
cbuffer Constants : register(b0) { uint Zero; };

[numthreads(1, 1, 1)]
void main()
{
    uint a, b, c, d;
    Result[0] = Line.Load(int2(1, 0)) + Lines.Load(int3(1, 2, 0));
    Result[1] = Images.Load(int4(1, 2, 3, 0)) + Volume.Load(int4(1, 2, 3, 0));
    Line.GetDimensions(0, a, b);
    Lines.GetDimensions(0, a, c, d);
    Result[2] = float4(a, b, c, d);
    Volume.GetDimensions(0, a, b, c, d);
    Result[3] = float4(a, b, c, d);
    Cube.GetDimensions(0, a, b, c);
    ImagesRw.GetDimensions(d, d, d);
    Result[4] = float4(a, b, c, d);
    LineRw[Zero] = 1;
    LinesRw[uint2(Zero, 1)] = 2;
    ImagesRw[uint3(Zero, 1, 2)] = 3;
    VolumeRw[uint3(Zero, 1, 2)] = 4;
    DeviceMemoryBarrier();
    Result[5] = float4(LineRw[0], LinesRw[uint2(0, 1)], ImagesRw[uint3(0, 1, 2)], VolumeRw[uint3(0, 1, 2)]);
}
