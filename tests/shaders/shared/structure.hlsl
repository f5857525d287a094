// Structures in groupshared memory: stride of 32 bytes, members and arrays at literal and computed offsets.
// cs_5_0, entry main

struct Cell { float3 place; uint kind; uint links[4]; };
RWStructuredBuffer<float4> Place : register(u0);
RWStructuredBuffer<uint4> Links : register(u1);
groupshared Cell Cells[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Cells[i].place = float3(i, i * 0.5, -(float)i);
    Cells[i].kind = i ^ 21;
    [loop] for (uint k = 0; k < 4; k++)
        Cells[i].links[(i + k) & 3] = i * 10 + k;
    GroupMemoryBarrierWithGroupSync();
    uint j = 63 - i;
    Place[i] = float4(Cells[j].place, Cells[j].kind);
    Links[i] = uint4(Cells[j].links[i & 3], Cells[j].links[0],
                     Cells[j].links[(i + 1) & 3], Cells[j].links[3]);
}
