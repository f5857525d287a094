// The Mandelbrot set: how many steps each point takes to leave the circle of radius 2. Neighbours differ
// wildly.
// fxc mandelbrot.hlsl main cs_5_0 mandelbrot.dxbc

cbuffer Parameters : register(b0)
{
    float2 Corner;   // of the window, upper left
    float Step;      // from pixel to pixel
    uint Limit;      // of steps
    uint2 Size;
};

RWTexture2D<uint> Steps : register(u0);

[numthreads(16, 16, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= Size))
        return;
    float2 c = mad((float2)id.xy, Step, Corner), z = 0;
    float y2 = 0;
    uint steps = 0;
    [loop]
    while (steps < Limit && mad(z.x, z.x, y2) <= 4) {
        float x = mad(z.x, z.x, -y2) + c.x;
        z.y = mad(z.x + z.x, z.y, c.y);
        z.x = x;
        y2 = z.y * z.y;
        steps++;
    }
    Steps[id.xy] = steps;
}
