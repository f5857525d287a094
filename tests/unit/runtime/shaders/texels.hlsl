// Texels from one texture to another: places that go up with the thread, that lie near one another, and any.
// fxc texels.hlsl floats cs_5_0 texels_floats.dxbc, and fractions, uints, ints in the same way

StructuredBuffer<int4> Place : register(t0); // of each thread: from, to
cbuffer Parameters : register(b0)
{
    int2 From, To; // of all threads
    int2 Last;     // texel
    float2 Scale;
};

Texture2D<float4> Floats : register(t1);
Texture2D<uint4> Uints : register(t1);
Texture2D<int4> Ints : register(t1);
RWTexture2D<float4> FloatsOut : register(u0);
RWTexture2D<unorm float4> FractionsOut : register(u0);
RWTexture2D<uint4> UintsOut : register(u0);
RWTexture2D<int4> IntsOut : register(u0);
RWStructuredBuffer<uint4> Out : register(u1);

#define TEXELS(name, from, to)                                                                                         \
    [numthreads(16, 4, 1)] void name(uint3 id : SV_DispatchThreadID)                                                   \
    {                                                                                                                  \
        uint i = id.y * 32 + id.x;                                                                                     \
        int4 place = Place[i];                                                                                         \
        to[int2(id.xy) + To] = from.Load(int3(int2(id.xy) + From, 0));                                                 \
        to[place.zw] = from.Load(int3(place.xy, 0));                                                                   \
        Out[2 * i] = asuint(from.Load(int3(clamp(int2(id.xy * Scale) + From, 0, Last), 0), int2(1, -1)));              \
        Out[2 * i + 1] = asuint(from.Load(int3(place.xy, place.z & 1)));                                               \
    }
TEXELS(floats, Floats, FloatsOut)
TEXELS(fractions, Floats, FractionsOut)
TEXELS(uints, Uints, UintsOut)
TEXELS(ints, Ints, IntsOut)
