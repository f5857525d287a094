// Types of constants that the other files lack, and structures that hold textures and samplers.
struct Material {
    Texture2D<float4> picture, other;
    SamplerState how;
    float4 tint;
};
struct Pictures {
    Texture2D<float4> only;
};
Material material;
Pictures pictures;
SamplerState plain;

cbuffer Small {
    min16uint a;
    min16int b;
    min12int c;
    min10float d;
    min16float e;
    double f;
    row_major float2x3 g;
    uint4 h[2];
    bool i = true;
};

float4 main(float2 at : AT) : SV_Target
{
    float4 sum = material.picture.Sample(material.how, at) * material.tint + material.other.Sample(plain, at);
    sum += pictures.only.Sample(plain, at);
    return sum + a + b + c + (float)d + (float)e + (float)f + g[1][2] + h[1].z + i;
}
