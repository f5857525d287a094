// Loops that no lane enters, that some lanes enter, and a do-while.
// cs_5_0, entry main

cbuffer Constants : register(b0) { uint Limit; };
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint a = 0, b = 0, c = 0;
    [loop] for (uint k = Limit; k < Limit / 2; k++)
        a++;
    [loop] for (uint m = 32; m < i; m++)
        b += m;
    [loop] do {
        c += 3;
    } while (c < i);
    Result[i] = a + b * 100 + c * 1000000;
}
