// A globe from a map: each thread shades one pixel of an orthographic view of the earth. Land and sea come from a
// picture (Map, 1 where there is land); light, clouds, air and stars are computed.
//
// Compiled with Microsoft's compiler: fxc globe.hlsl main cs_5_0 globe.dxbc

cbuffer View : register(b0)
{
    float2 Centre;    // longitude and latitude in the middle of the picture, radians
    float2 Sun;       // longitude and latitude where the sun stands overhead, radians
    float CloudCover; // 0 none .. 1 overcast
};

Texture2D<float> Map : register(t0);
RWTexture2D<float4> Image : register(u0);

static const float Radius = 0.86;
static const float Pi = 3.14159265;

uint Hash(uint3 p)
{
    uint h = p.x * 0x9E3779B1u ^ p.y * 0x85EBCA77u ^ p.z * 0xC2B2AE3Du;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ (h >> 15);
}

float Lattice(int3 p)
{
    return Hash(uint3(p)) * (1.0 / 4294967296.0);
}

float Noise(float3 p)
{
    int3 i = int3(floor(p));
    float3 f = p - floor(p);
    f = f * f * (3 - 2 * f);
    float4 a = float4(Lattice(i), Lattice(i + int3(1, 0, 0)), Lattice(i + int3(0, 1, 0)), Lattice(i + int3(1, 1, 0)));
    i.z += 1;
    float4 b = float4(Lattice(i), Lattice(i + int3(1, 0, 0)), Lattice(i + int3(0, 1, 0)), Lattice(i + int3(1, 1, 0)));
    float4 c = lerp(a, b, f.z);
    float2 d = lerp(c.xy, c.zw, f.y);
    return lerp(d.x, d.y, f.x);
}

float Fractal(float3 p, uint octaves)
{
    float sum = 0, weight = 0.5;
    [loop]
    for (uint k = 0; k < octaves; k++) {
        sum += weight * Noise(p);
        p = p * 2.03 + 17.1;
        weight *= 0.5;
    }
    return sum;
}

float3 Direction(float2 lonLat)
{
    float2 s, c;
    sincos(lonLat, s, c);
    return float3(c.y * s.x, s.y, c.y * c.x);
}

// Bilinear, with explicit loads; wraps around in longitude.
float Land(float2 lonLat)
{
    uint w, h;
    Map.GetDimensions(w, h);
    float2 t = float2(lonLat.x / (2 * Pi) + 0.5, 0.5 - lonLat.y / Pi) * float2(w, h) - 0.5;
    int2 i = int2(floor(t));
    float2 f = t - floor(t);
    int x0 = (i.x + w) % w, x1 = (i.x + 1 + w) % w;
    int y0 = clamp(i.y, 0, int(h) - 1), y1 = clamp(i.y + 1, 0, int(h) - 1);
    float top = lerp(Map.Load(int3(x0, y0, 0)), Map.Load(int3(x1, y0, 0)), f.x);
    float bottom = lerp(Map.Load(int3(x0, y1, 0)), Map.Load(int3(x1, y1, 0)), f.x);
    return lerp(top, bottom, f.y);
}

float3 Stars(uint2 pixel)
{
    uint h = Hash(uint3(pixel, 7));
    float bright = (h % 1021) < 3 ? ((h >> 12) & 255) / 255.0 : 0;
    return bright * bright * float3(0.9, 0.95, 1.0);
}

float3 Ground(float3 n, float2 lonLat, float land, float3 sun, float3 eye)
{
    float climate = abs(lonLat.y) / (0.5 * Pi) + 0.12 * (Fractal(n * 6, 3) - 0.45);
    float arid = smoothstep(0.12, 0.24, climate) * (1 - smoothstep(0.3, 0.42, climate));
    arid *= smoothstep(0.35, 0.55, Fractal(n * 3.1 + 5, 3) + 0.1);
    float3 soil = lerp(float3(0.10, 0.22, 0.06), float3(0.45, 0.36, 0.20), arid);
    soil = lerp(soil, float3(0.20, 0.21, 0.13), smoothstep(0.5, 0.7, climate));
    soil = lerp(soil, float3(0.86, 0.89, 0.93), smoothstep(0.72, 0.8, climate));
    soil *= 0.75 + 0.5 * Fractal(n * 24, 3);
    float3 sea = lerp(float3(0.010, 0.045, 0.12), float3(0.02, 0.12, 0.20), saturate(land * 4));
    float3 half_ = normalize(sun + eye);
    sea += 0.5 * pow(saturate(dot(n, half_)), 60) * float3(1, 0.9, 0.7);
    sea = lerp(sea, float3(0.80, 0.85, 0.90), smoothstep(0.84, 0.9, climate));
    return lerp(sea, soil, smoothstep(0.35, 0.65, land));
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w, h;
    Image.GetDimensions(w, h);
    if (id.x >= w || id.y >= h)
        return;

    float2 p = (float2(id.xy) + 0.5) / float2(w, h) * 2 - 1;
    p.y = -p.y;
    float r = length(p);
    float3 forward = Direction(Centre);
    float3 right = normalize(cross(float3(0, 1, 0), forward));
    float3 up = cross(forward, right);
    float3 sun = Direction(Sun);
    float3 colour = Stars(id.xy);

    if (r < Radius) {
        float2 q = p / Radius;
        float z = sqrt(1 - dot(q, q));
        float3 n = q.x * right + q.y * up + z * forward;
        float2 lonLat = float2(atan2(n.x, n.z), asin(clamp(n.y, -1, 1)));
        float land = Land(lonLat);
        float day = dot(n, sun);
        float lit = smoothstep(-0.1, 0.25, day);

        float3 ground = Ground(n, lonLat, land, sun, forward) * (0.02 + 1.25 * lit * saturate(day + 0.25));
        float lights = smoothstep(0.62, 0.72, Noise(n * 60)) * smoothstep(0.5, 0.6, Fractal(n * 7 + 3, 2) + 0.15);
        lights *= smoothstep(0.5, 0.8, land) * (1 - smoothstep(-0.15, 0.0, day));
        ground += lights * float3(1.0, 0.75, 0.35);

        float3 swirl = n + 0.12 * float3(Noise(n * 4), Noise(n * 4 + 9), Noise(n * 4 + 23));
        float cloud = smoothstep(0.62 - 0.3 * CloudCover, 0.86 - 0.3 * CloudCover, Fractal(swirl * float3(3.5, 6, 3.5), 5));
        ground = lerp(ground, (0.03 + 1.1 * lit * saturate(day + 0.3)).xxx, 0.85 * cloud);

        float rim = pow(1 - z, 3);
        float3 air = float3(0.25, 0.5, 1.0) * rim * lit;
        float edge = saturate((Radius - r) * 0.5 * w);
        colour = lerp(colour, ground + air, edge);
    } else {
        float glow = saturate(1 - (r - Radius) / 0.12);
        float3 n = normalize(float3(p, 0).x * right + float3(p, 0).y * up);
        colour += glow * glow * glow * 0.55 * smoothstep(-0.35, 0.4, dot(n, sun)) * float3(0.25, 0.5, 1.0);
    }
    Image[id.xy] = float4(pow(saturate(colour), 1 / 2.2), 1);
}
