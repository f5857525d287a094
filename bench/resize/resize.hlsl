// A picture at another size, by the cubic filter of Catmull and Rom: 16 explicit loads for each pixel.
// fxc resize.hlsl main cs_5_0 resize.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Size;         // of the result
    int2 Last;          // pixel of the source
    float2 Scale;       // source pixels for each pixel of the result
};

Texture2D<float4> Input : register(t0);
RWTexture2D<unorm float4> Output : register(u0);

// For the source pixels at -1, 0, 1, 2 when the point lies at f.
float4 weights(float f)
{
    float4 w;
    w.x = f * (-0.5 + f * (1 - 0.5 * f));
    w.y = 1 + f * f * (-2.5 + 1.5 * f);
    w.z = f * (0.5 + f * (2 - 1.5 * f));
    w.w = f * f * (-0.5 + 0.5 * f);
    return w;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Size))
        return;
    float2 position = (id.xy + 0.5) * Scale - 0.5;
    float2 corner = floor(position);
    float4 wx = weights(position.x - corner.x), wy = weights(position.y - corner.y);
    int2 first = (int2)corner - 1;
    float4 sum = 0;
    [unroll]
    for (int y = 0; y < 4; y++) {
        float4 row = 0;
        [unroll]
        for (int x = 0; x < 4; x++)
            row += wx[x] * Input.Load(int3(clamp(first + int2(x, y), 0, Last), 0));
        sum += wy[y] * row;
    }
    Output[id.xy] = sum;
}
