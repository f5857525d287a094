// Returns inside an inlined function do not end the invocation.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> Result : register(u0);
uint pick(uint x)
{
    [branch] if (x < 10)
        return x * 2;
    [branch] if (x % 7 == 0)
        return 7;
    [loop] for (uint k = 0; k < 5; k++) {
        [branch] if (k * 10 > x)
            return k;
    }
    return x;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = pick(i) + 1000 * pick(63 - i);
}
