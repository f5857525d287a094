// A loop of arithmetic inside one that lanes leave at different rounds: each keeps what it had when it left.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint a = id.x, b = 1, n = 0;
    [loop] while (n < id.x % 5 + 1) {
        uint rounds = 0;
        [loop] while ((a & 7) != 3 && rounds <= (id.x & 15)) {
            a = a * 5 + rounds;
            b = b * 3 + a;
            a ^= b >> 4;
            rounds++;
        }
        a = a * 3 + 1;
        n++;
        b += rounds;
    }
    Result[id.x * 2] = a;
    Result[id.x * 2 + 1] = b;
}
