// A loop that every lane leaves at another time.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint n = id.x + 1, steps = 0;
    [loop] while (n != 1) {
        [branch] if (n & 1)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    Result[id.x] = steps;
}
