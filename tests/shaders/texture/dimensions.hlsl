// GetDimensions: sizes of every mip as integers and as floats, mips that are not there, read-write
// textures.
// cs_5_0, entry main

Texture2D<float4> Image : register(t0);
RWTexture2D<uint> Target : register(u1);
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(5, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint w, h, levels;
    Image.GetDimensions(i, w, h, levels);
    Result[i * 2] = float4(w, h, levels, 0);
    float fw, fh, flevels;
    Image.GetDimensions(i, fw, fh, flevels);
    Target.GetDimensions(w, h);
    Result[i * 2 + 1] = float4(fw, flevels, w, h);
}
