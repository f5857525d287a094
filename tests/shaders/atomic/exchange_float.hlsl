// Exchange on a typed buffer and a texture of R32_FLOAT moves bits.
// cs_5_0, entry main

RWBuffer<float> Memory : register(u0);
RWTexture2D<float> Texture : register(u2);
RWStructuredBuffer<float> Old : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float old;
    InterlockedExchange(Memory[0], i * 0.5, old);
    Old[i] = old;
    InterlockedExchange(Texture[uint2(1, 0)], i + 0.25, old);
    Old[8 + i] = old;
}
