// A switch with nothing but default, and one without default.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = 3;
    [forcecase] switch (i & 7) {
    case 2: r += 10; break;
    case 6: [forcecase] switch (i >> 3) { case 1: r = 77; break; default: r = 78; break; } break;
    }
    Result[i] = r;
}
