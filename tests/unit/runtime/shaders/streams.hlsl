// Writes two objects that are larger than caches, each word once, by rows of threads; where the rows begin and how many
// threads do something is told. fxc streams.hlsl main cs_5_0 streams.dxbc

cbuffer Parameters : register(b0)
{
    uint First; // word of the raw object
    uint Count; // of threads
    uint GroupsPerRow;
};

RWByteAddressBuffer Words : register(u0);
RWStructuredBuffer<uint4> Quads : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint i = (group.y * GroupsPerRow + group.x) * 64 + thread;
    if (i >= Count)
        return;
    [unroll]
    for (uint k = 0; k < 4; k++)
        Words.Store(4 * (First + k * Count + i), i * 2654435761u + k);
    Quads[i] = uint4(i, ~i, i * i, i + 7);
}
