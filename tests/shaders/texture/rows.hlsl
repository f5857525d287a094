// Rows of threads that load rows of texels: moved, held at the edges or beyond them, of formats of one to four words.
// fxc rows.hlsl main cs_5_0 rows.dxbc

Texture2D<float4> Halves : register(t0);
Texture2D<float4> Floats : register(t1);
Texture2D<float4> Single : register(t2);
Texture2D<float4> Fractions : register(t3);
Texture2D<uint4> Bytes : register(t4);
Texture2D<uint4> Pairs : register(t5);
RWStructuredBuffer<uint> Result : register(u0);

cbuffer Constants : register(b0)
{
    int2 Last;
    int Behind;
    int Width;  // of all threads
};

uint add(uint sum, uint4 bits)
{
    sum = 31 * sum + bits.x;
    sum = 31 * sum + bits.y;
    sum = 31 * sum + bits.z;
    return 31 * sum + bits.w;
}

uint load(uint sum, int2 at)
{
    int3 texel = int3(at, 0);
    sum = add(sum, asuint(Halves.Load(texel)));
    sum = add(sum, asuint(Floats.Load(texel)));
    sum = add(sum, asuint(Single.Load(texel)));
    sum = add(sum, asuint(Fractions.Load(texel)));
    sum = add(sum, Bytes.Load(texel));
    return add(sum, Pairs.Load(texel));
}

[numthreads(24, 4, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    uint sum = load(0, clamp(id.xy - Behind, 0, Last));
    sum = load(sum, id.xy);
    if (id.x % 5 != 1)
        sum = load(sum, int2(id.x - Behind, id.y / 2));
    Result[id.y * Width + id.x] = sum;
}
