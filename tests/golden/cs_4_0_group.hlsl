// What shader model 4.0 has of compute: one raw view, shared memory by own index.
ByteAddressBuffer source; RWStructuredBuffer<float4> target; groupshared float4 lines[64];
[numthreads(64, 1, 1)]
void main(uint flat : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    lines[flat] = asfloat(source.Load4(id.x * 16));
    GroupMemoryBarrierWithGroupSync();
    target[id.x] = lines[63 - flat] + lines[0];
}
