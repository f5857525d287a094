// Compresses a picture to BC7, mode 6 alone: a line of 16 colours with alpha between two ends of 7 bits and a
// shared lowest bit. One block of 4 x 4 pixels a thread. The ends lie along the direction in which the pixels
// differ most, and are then moved to where the squares of the errors are least; the better of the two tries
// counts.
// fxc bc7.hlsl main cs_5_0 bc7.dxbc

cbuffer Parameters : register(b0)
{
    uint2 Blocks;
};

Texture2D<float4> Picture : register(t0);
RWTexture2D<uint4> Output : register(u0);

struct Try
{
    uint4 first, second;    // ends, eight bits each
    uint2 steps;            // four bits a pixel: of 15 from the first end to the second
    float error;
};

// In 64ths, as the format has it: 0 4 9 13 17 21 26 30 34 38 43 47 51 55 60 64.
float weight(float step)
{
    return floor(step * (64.0 / 15) + 0.5) / 64;
}

// The nearest end whose channels share their lowest bit.
uint4 quantize(float4 colour)
{
    colour = saturate(colour) * 255;
    float4 even = clamp(floor(colour / 2 + 0.5), 0, 127) * 2, odd = clamp(floor(colour / 2), 0, 127) * 2 + 1;
    float4 even_off = even - colour, odd_off = odd - colour;
    return (uint4)(dot(even_off, even_off) <= dot(odd_off, odd_off) ? even : odd);
}

Try try_ends(float4 pixels[16], float4 first, float4 second)
{
    Try t;
    t.first = quantize(first);
    t.second = quantize(second);
    t.steps = 0;
    t.error = 0;
    float4 start = t.first / 255.0, way = t.second / 255.0 - start;
    float4 direction = 15 * way / max(dot(way, way), 1e-6);
    [unroll]
    for (uint i = 0; i < 16; i++) {
        float4 from_start = pixels[i] - start;
        float step = clamp(round(dot(from_start, direction)), 0, 15);
        float4 off = from_start - way * weight(step);
        t.error += dot(off, off);
        t.steps[i / 8] |= (uint)step << 4 * (i % 8);
    }
    return t;
}

// The ends that suit the steps of a try best: two normal equations for each channel.
Try refine(float4 pixels[16], Try t)
{
    float aa = 0, ab = 0, bb = 0;
    float4 ax = 0, bx = 0;
    [unroll]
    for (uint i = 0; i < 16; i++) {
        float b = weight(t.steps[i / 8] >> 4 * (i % 8) & 15), a = 1 - b;
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

// The direction in which the pixels differ most: the covariance's first eigenvector, by multiplying again and
// again.
float4 principal(float4 pixels[16], float4 mean)
{
    float4x4 covariance = 0;
    uint i;
    [unroll]
    for (i = 0; i < 16; i++) {
        float4 d = pixels[i] - mean;
        covariance[0] += d.r * d;
        covariance[1] += d.g * d;
        covariance[2] += d.b * d;
        covariance[3] += d.a * d;
    }
    float4 diagonal = float4(covariance[0].r, covariance[1].g, covariance[2].b, covariance[3].a);
    float largest = max(max(diagonal.r, diagonal.g), max(diagonal.b, diagonal.a));
    float4 axis = diagonal.r == largest ? covariance[0]
                  : diagonal.g == largest ? covariance[1]
                  : diagonal.b == largest ? covariance[2] : covariance[3];
    [unroll]
    for (i = 0; i < 4; i++) {
        axis = mul(covariance, axis);
        float4 size = abs(axis);
        axis /= max(max(size.r, size.g), max(max(size.b, size.a), 1e-12));
    }
    return axis / max(length(axis), 1e-6);
}

// Seven bits of mode, 7 of each end by channels, the two lowest bits, and the steps, of which the first one
// has to be below 8 and gets three bits: where it is not, the line is turned round.
uint4 encode(Try t)
{
    if (t.steps.x & 8) {
        uint4 first = t.first;
        t.first = t.second;
        t.second = first;
        t.steps = ~t.steps;
    }
    uint4 a = t.first >> 1, b = t.second >> 1;
    uint4 words;
    words.x = 0x40 | a.r << 7 | b.r << 14 | a.g << 21 | b.g << 28;
    words.y = b.g >> 4 | a.b << 3 | b.b << 10 | a.a << 17 | b.a << 24 | t.first.r << 31;
    words.z = (t.second.r & 1) | (t.steps.x & 7) << 1 | (t.steps.x & 0xfffffff0);
    words.w = t.steps.y;
    return words;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Blocks))
        return;
    float4 pixels[16], mean = 0;
    uint i;
    [unroll]
    for (i = 0; i < 16; i++) {
        pixels[i] = Picture.Load(int3(4 * id.xy + uint2(i % 4, i / 4), 0));
        mean += pixels[i];
    }
    mean /= 16;
    float4 axis = principal(pixels, mean);
    float least = 0, most = 0;
    [unroll]
    for (i = 0; i < 16; i++) {
        float along = dot(pixels[i] - mean, axis);
        least = min(least, along);
        most = max(most, along);
    }
    Output[id.xy] = encode(refine(pixels, try_ends(pixels, mean + axis * most, mean + axis * least)));
}
