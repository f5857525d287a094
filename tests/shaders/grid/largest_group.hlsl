// Groups of 1,024 threads in a flat and in a deep shape: 4 x 4 x 64.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);

[numthreads(4, 4, 64)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    Result[group.y * 1024 + i] = t.z << 16 | t.y << 8 | t.x;
}
