// Groupshared accesses past an array read 0 and write nothing, and never reach the neighbour.
// cs_5_0, entry main

StructuredBuffer<uint> Index : register(t0);
RWStructuredBuffer<uint> Read : register(u0);
RWStructuredBuffer<uint> Content : register(u1);
groupshared uint Before[8], Middle[8], Behind[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Before[i] = 100 + i;
    Middle[i] = 200 + i;
    Behind[i] = 300 + i;
    GroupMemoryBarrierWithGroupSync();
    Read[i] = Middle[Index[i]];
    GroupMemoryBarrierWithGroupSync();
    Middle[Index[i]] = 1;
    GroupMemoryBarrierWithGroupSync();
    Content[i] = Before[i];
    Content[8 + i] = Middle[i];
    Content[16 + i] = Behind[i];
}
