// Every filtered lookup that compute shaders have, of one kind of texture for each entry point: of a flat one also
// those that neighbours make side by side. Point[i] is a thread's coordinates; More[i] what else an instruction takes.
// fxc sampling.hlsl flat cs_5_0 sampling_flat.dxbc, and layers, line, lines, volume, cube, cubes in the same way

StructuredBuffer<float4> Point : register(t0);
StructuredBuffer<float4> More : register(t1);    // level, reference, least level, free
RWStructuredBuffer<float4> Out : register(u0);
SamplerState S : register(s0);
SamplerComparisonState C : register(s1);
cbuffer Parameters : register(b0)
{
    float4 Start, Across, Down;     // of the places that neighbours look at
    float Level;                    // one for all
};

Texture1D<float4> Line : register(t2);
Texture1DArray<float4> Lines : register(t2);
Texture2D<float4> Flat : register(t2);
Texture2DArray<float4> Layers : register(t2);
Texture3D<float4> Volume : register(t2);
TextureCube<float4> Cube : register(t2);
TextureCubeArray<float4> Cubes : register(t2);

static const uint Results = 12;

void put(uint i, uint k, float4 value)
{
    Out[i * Results + k] = value;
}

[numthreads(8, 8, 1)]
void flat(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float2 at = Point[i].xy, side = (Start + Across * id.x + Down * id.y).xy;
    float4 more = More[i];
    put(i, 0, Flat.SampleLevel(S, at, 0));
    put(i, 1, Flat.SampleLevel(S, side, 0));
    put(i, 2, Flat.SampleLevel(S, side, Level, int2(-3, 2)));
    put(i, 3, Flat.SampleLevel(S, at, more.x));
    put(i, 4, Flat.SampleGrad(S, at, Across.xy * 9, Down.xy * more.w));
    put(i, 5, Flat.SampleGrad(S, side, Across.xy * more.x, Down.xy, int2(7, -8)));
    put(i, 6, Flat.SampleCmpLevelZero(C, at, more.y));
    put(i, 7, Flat.GatherGreen(S, side, int2(1, -1)));
    put(i, 8, Flat.GatherRed(S, at, int2(more.zw * 31)));
    put(i, 9, Flat.GatherCmp(C, side, more.y));
    put(i, 10, Flat.GatherCmp(C, at, more.y, int2(more.zw * 31)));
    put(i, 11, float4(Flat.SampleLevel(S, side, more.x).zyx, Flat.SampleCmpLevelZero(C, side, 0.5, int2(2, 2))));
}

[numthreads(8, 8, 1)]
void layers(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float3 at = Point[i].xyz, side = float3((Start + Across * id.x + Down * id.y).xy, 1);
    float4 more = More[i];
    put(i, 0, Layers.SampleLevel(S, at, 0));
    put(i, 1, Layers.SampleLevel(S, side, Level, int2(5, -6)));
    put(i, 2, Layers.SampleLevel(S, side, more.x));
    put(i, 3, Layers.SampleGrad(S, at, Across.xy * 9, Down.xy * more.w));
    put(i, 4, Layers.SampleCmpLevelZero(C, at, more.y));
    put(i, 5, Layers.GatherBlue(S, at, int2(-8, 7)));
    put(i, 6, Layers.GatherAlpha(S, side, int2(more.zw * 31)));
    put(i, 7, Layers.GatherCmp(C, at, more.y, int2(more.zw * 31)));
}

[numthreads(8, 8, 1)]
void line_(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float at = Point[i].x, side = Start.x + Across.x * id.x;
    float4 more = More[i];
    put(i, 0, Line.SampleLevel(S, at, 0));
    put(i, 1, Line.SampleLevel(S, side, Level, 3));
    put(i, 2, Line.SampleLevel(S, at, more.x));
    put(i, 3, Line.SampleGrad(S, at, Across.x * 9, Down.x * more.w));
    put(i, 4, Line.SampleCmpLevelZero(C, at, more.y));
}

[numthreads(8, 8, 1)]
void lines(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float2 at = Point[i].xz, side = float2(Start.x + Across.x * id.x, 1);
    float4 more = More[i];
    put(i, 0, Lines.SampleLevel(S, at, 0));
    put(i, 1, Lines.SampleLevel(S, side, Level, -8));
    put(i, 2, Lines.SampleLevel(S, at, more.x));
    put(i, 3, Lines.SampleGrad(S, at, Across.x * 9, Down.x * more.w));
    put(i, 4, Lines.SampleCmpLevelZero(C, at, more.y));
}

[numthreads(8, 8, 1)]
void volume(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float3 at = Point[i].xyz, side = (Start + Across * id.x + Down * id.y).xyz;
    float4 more = More[i];
    put(i, 0, Volume.SampleLevel(S, at, 0));
    put(i, 1, Volume.SampleLevel(S, side, Level, int3(1, -2, 3)));
    put(i, 2, Volume.SampleLevel(S, side, more.x));
    put(i, 3, Volume.SampleGrad(S, at, Across.xyz * 9, Down.xyz * more.w));
}

[numthreads(8, 8, 1)]
void cube(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float3 at = Point[i].xyz, side = (Start + Across * id.x + Down * id.y).xyz * 2 - 1;
    float4 more = More[i];
    put(i, 0, Cube.SampleLevel(S, at, 0));
    put(i, 1, Cube.SampleLevel(S, side, Level));
    put(i, 2, Cube.SampleLevel(S, side, more.x));
    put(i, 3, Cube.SampleGrad(S, at, Across.xyz * 9, Down.xyz * more.w));
    put(i, 4, Cube.SampleCmpLevelZero(C, side, more.y));
    put(i, 5, Cube.GatherGreen(S, side));
    put(i, 6, Cube.GatherCmp(C, at, more.y));
}

[numthreads(8, 8, 1)]
void cubes(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * 16 + id.x;
    float4 at = Point[i], side = float4((Start + Across * id.x + Down * id.y).xyz * 2 - 1, 1);
    float4 more = More[i];
    put(i, 0, Cubes.SampleLevel(S, at, 0));
    put(i, 1, Cubes.SampleLevel(S, side, Level));
    put(i, 2, Cubes.SampleLevel(S, at, more.x));
    put(i, 3, Cubes.SampleGrad(S, side, Across.xyz * 9, Down.xyz * more.w));
    put(i, 4, Cubes.SampleCmpLevelZero(C, at, more.y));
    put(i, 5, Cubes.GatherRed(S, side));
    put(i, 6, Cubes.GatherCmp(C, side, more.y));
}
