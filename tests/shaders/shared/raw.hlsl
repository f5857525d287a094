// A single groupshared variable is raw memory: one lane writes, all read after the barrier.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
groupshared uint Value;
groupshared float4 Vector;

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint i : SV_GroupIndex)
{
    if (i == group.x + 40) {
        Value = i * 3;
        Vector = float4(1, 2, 3, i);
    }
    GroupMemoryBarrierWithGroupSync();
    Result[group.x * 64 + i] = Value + (uint)dot(Vector, float4(1, 10, 100, 1000));
}
