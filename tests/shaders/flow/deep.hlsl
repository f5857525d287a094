// Thirty ifs nested into each other; lanes drop out one after another.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(96, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = 0;
    [branch] if (V[0] > i) { r = r * 3 + 0;
    [branch] if (V[1] > i) { r = r * 3 + 1;
    [branch] if (V[2] > i) { r = r * 3 + 2;
    [branch] if (V[3] > i) { r = r * 3 + 3;
    [branch] if (V[4] > i) { r = r * 3 + 4;
    [branch] if (V[5] > i) { r = r * 3 + 5;
    [branch] if (V[6] > i) { r = r * 3 + 6;
    [branch] if (V[7] > i) { r = r * 3 + 7;
    [branch] if (V[8] > i) { r = r * 3 + 8;
    [branch] if (V[9] > i) { r = r * 3 + 9;
    [branch] if (V[10] > i) { r = r * 3 + 10;
    [branch] if (V[11] > i) { r = r * 3 + 11;
    [branch] if (V[12] > i) { r = r * 3 + 12;
    [branch] if (V[13] > i) { r = r * 3 + 13;
    [branch] if (V[14] > i) { r = r * 3 + 14;
    [branch] if (V[15] > i) { r = r * 3 + 15;
    [branch] if (V[16] > i) { r = r * 3 + 16;
    [branch] if (V[17] > i) { r = r * 3 + 17;
    [branch] if (V[18] > i) { r = r * 3 + 18;
    [branch] if (V[19] > i) { r = r * 3 + 19;
    [branch] if (V[20] > i) { r = r * 3 + 20;
    [branch] if (V[21] > i) { r = r * 3 + 21;
    [branch] if (V[22] > i) { r = r * 3 + 22;
    [branch] if (V[23] > i) { r = r * 3 + 23;
    [branch] if (V[24] > i) { r = r * 3 + 24;
    [branch] if (V[25] > i) { r = r * 3 + 25;
    [branch] if (V[26] > i) { r = r * 3 + 26;
    [branch] if (V[27] > i) { r = r * 3 + 27;
    [branch] if (V[28] > i) { r = r * 3 + 28;
    [branch] if (V[29] > i) { r = r * 3 + 29;
    r ^= 0x5A5A;
    }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
    Result[i] = r;
}
