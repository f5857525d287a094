// cs_4_0: loads from a texture and its sizes, constants, switch, sincos-free float functions.
// cs_4_0, entry main

Texture2D<float4> Image : register(t0);
cbuffer Constants : register(b0) { uint4 Offsets[2]; float Scale; };
RWStructuredBuffer<float> Result : register(u0);

[numthreads(6, 6, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    uint w, h;
    Image.GetDimensions(w, h);
    float4 texel = Image.Load(int3(t.xy + Offsets[t.x & 1].xy, 0));
    [forcecase] switch (t.y) {
    case 0: texel.x = floor(texel.x * 0.25); break;
    case 1: texel.x = max(texel.x, 7); break;
    default: texel.x = texel.x * Scale; break;
    }
    Result[i] = texel.x + w * 1000 + h * 10000;
}
