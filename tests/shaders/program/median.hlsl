// A 3 x 3 median filter on a texture with clamped coordinates: sorting networks of min and max.
// cs_5_0, entry main

Texture2D<float> Image : register(t0);
RWTexture2D<float> Result : register(u0);

void sort(inout float a, inout float b)
{
    float least = min(a, b);
    b = max(a, b);
    a = least;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w, h;
    Image.GetDimensions(w, h);
    float v[9];
    [unroll] for (int k = 0; k < 9; k++)
        v[k] = Image[clamp(int2(id.xy) + int2(k % 3 - 1, k / 3 - 1), 0, int2(w, h) - 1)];
    [unroll] for (int last = 8; last > 3; last--)
        [unroll] for (int m = 0; m < last; m++)
            sort(v[m], v[m + 1]);
    Result[id.xy] = v[4];
}
