// Compresses a picture to BC1, one block of 4 x 4 pixels a thread. The ends of the block's line of colours
// lie along the direction in which its colours differ most, and are then moved to where the squares of the
// errors are least for the steps that the pixels have taken, twice; the best of the three tries counts.
// fxc bc1.hlsl main cs_5_0 bc1.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Blocks;
};

Texture2D<float4> Picture : register(t0);
RWTexture2D<uint2> Output : register(u0);

struct Try
{
    uint2 ends;     // 5:6:5
    uint steps;     // two bits a pixel: thirds of the way from the first end to the second
    float error;
};

uint pack565(float3 colour)
{
    uint3 v = (uint3)(saturate(colour) * float3(31, 63, 31) + 0.5);
    return v.r << 11 | v.g << 5 | v.b;
}

// As decoders do it: the highest bits again below.
float3 unpack565(uint v)
{
    uint3 c = uint3(v >> 11, v >> 5 & 63, v & 31);
    return (float3)uint3(c.r << 3 | c.r >> 2, c.g << 2 | c.g >> 4, c.b << 3 | c.b >> 2) / 255;
}

Try try_ends(float3 pixels[16], float3 first, float3 second)
{
    Try t;
    t.ends = uint2(pack565(first), pack565(second));
    t.steps = 0;
    t.error = 0;
    float3 start = unpack565(t.ends.x), way = unpack565(t.ends.y) - start;
    float3 direction = 3 * way / max(dot(way, way), 1e-6);
    [unroll]
    for (uint i = 0; i < 16; i++) {
        float3 from_start = pixels[i] - start;
        float step = clamp(round(dot(from_start, direction)), 0, 3);
        float3 off = from_start - way * (step / 3);
        t.error += dot(off, off);
        t.steps |= (uint)step << 2 * i;
    }
    return t;
}

// The ends that suit the steps of a try best: two normal equations for each channel.
Try refine(float3 pixels[16], Try t)
{
    float aa = 0, ab = 0, bb = 0;
    float3 ax = 0, bx = 0;
    [unroll]
    for (uint i = 0; i < 16; i++) {
        float b = (t.steps >> 2 * i & 3) / 3.0, a = 1 - b;
        aa += a * a;
        ab += a * b;
        bb += b * b;
        ax += a * pixels[i];
        bx += b * pixels[i];
    }
    float determinant = aa * bb - ab * ab;
    if (determinant < 0.01)     // all pixels on one step
        return t;
    Try better = try_ends(pixels, (bb * ax - ab * bx) / determinant, (aa * bx - ab * ax) / determinant);
    if (better.error < t.error)
        return better;
    return t;
}

// The direction in which the colours differ most: the covariance's first eigenvector, by multiplying again
// and again.
float3 principal(float3 pixels[16], float3 mean)
{
    float3 square = 0, mixed = 0;   // rr gg bb, rg gb br
    uint i;
    [unroll]
    for (i = 0; i < 16; i++) {
        float3 d = pixels[i] - mean;
        square += d * d;
        mixed += d * d.gbr;
    }
    float3x3 covariance = { square.r, mixed.r, mixed.b,
                            mixed.r, square.g, mixed.g,
                            mixed.b, mixed.g, square.b };
    float3 axis = square.r >= max(square.g, square.b) ? covariance[0]
                  : square.g >= square.b ? covariance[1] : covariance[2];
    [unroll]
    for (i = 0; i < 4; i++) {
        axis = mul(covariance, axis);
        axis /= max(max(abs(axis.r), abs(axis.g)), max(abs(axis.b), 1e-12));
    }
    return axis / max(length(axis), 1e-6);
}

// Codes of BC1: 0 and 1 for the ends, 2 and 3 for what lies between, and the larger end first.
uint2 encode(Try t)
{
    uint low = t.steps & 0x55555555, high = t.steps >> 1 & 0x55555555;
    uint codes = (low ^ high) << 1 | high;      // steps 0 1 2 3 become codes 0 2 3 1
    if (t.ends.x < t.ends.y) {
        t.ends = t.ends.yx;
        codes ^= 0x55555555;
    } else if (t.ends.x == t.ends.y) {
        codes = 0;
    }
    return uint2(t.ends.x | t.ends.y << 16, codes);
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Blocks))
        return;
    float3 pixels[16], mean = 0;
    uint i;
    [unroll]
    for (i = 0; i < 16; i++) {
        pixels[i] = Picture.Load(int3(4 * id.xy + uint2(i % 4, i / 4), 0)).rgb;
        mean += pixels[i];
    }
    mean /= 16;
    float3 axis = principal(pixels, mean);
    float least = 0, most = 0;
    [unroll]
    for (i = 0; i < 16; i++) {
        float along = dot(pixels[i] - mean, axis);
        least = min(least, along);
        most = max(most, along);
    }
    Try t = try_ends(pixels, mean + axis * most, mean + axis * least);
    t = refine(pixels, t);
    t = refine(pixels, t);
    Output[id.xy] = encode(t);
}
