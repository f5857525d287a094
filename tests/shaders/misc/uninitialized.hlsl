// Temporaries and outputs that nobody wrote are 0.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
cbuffer Constants : register(b0) { uint Never; };

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint values[4];
    [branch] if (Never) {
        values[0] = 1;
        values[1] = 2;
        values[2] = 3;
        values[3] = 4;
    }
    Result[i] = values[i ^ Never];
}
