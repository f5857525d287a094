// A loop with float conditions: iteration counts of the Mandelbrot set.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    precise float2 c = float2(id.xy) * float2(0.09375, 0.15625) + float2(-2.25, -1.25);
    precise float2 z = 0;
    uint n = 0;
    [loop] for (; n < 100; n++) {
        precise float xx = z.x * z.x, yy = z.y * z.y;
        [branch] if (xx + yy > 4)
            break;
        precise float2 next = float2(xx - yy + c.x, z.x * z.y * 2 + c.y);
        z = next;
    }
    Result[id.y * 32 + id.x] = n;
}
