// Loops, switches, early returns, indexed temporaries, literals of all sizes, messages.
static const float4 table[4] = { float4(1, 2, 3, 4), float4(0.5, -1e30, 1e-20, 0), float4(-7, 65536, 3, 1), float4(9, 9, 9, 9) };
RWStructuredBuffer<float4> result; uint limit; int seed;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float stack[16]; float4 sum = 0;
    for (uint k = 0; k < 16; ++k) stack[k] = sin(k * 0.25f + id.x);
    if (id.x > limit) return;
    [loop] for (uint i = 0; i < limit; ++i) {
        if (i == 3) continue;
        [forcecase] switch ((i + id.y) & 7) {
        case 0: sum += table[i & 3]; break;
        case 1: case 2: sum.x = stack[(i + seed) & 15]; break;
        case 5: sum *= 12345.678f; break;
        default: sum.yz -= 100000; stack[i & 15] = sum.w; break;
        }
        if (sum.x > 1e9f) break;
        while (asint(sum.w) > 20000) sum.w /= 3;
    }
    if (any(isnan(sum))) printf("bad \"%d\" %f\n", id.x, sum.y);
    result[id.y] = saturate(sum) + -abs(sum.wzyx);
}
