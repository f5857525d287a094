// Every kind of memory that a compute shader can declare, with loads, stores and counters.
struct particle { float3 position; uint id; float4 colour; };
Buffer<float4> typed_in; StructuredBuffer<particle> particles; ByteAddressBuffer bytes; Texture2DArray<uint4> slices;
RWBuffer<uint> typed_out; RWStructuredBuffer<particle> moved; RWByteAddressBuffer raw; RWTexture3D<float2> volume;
AppendStructuredBuffer<particle> born; ConsumeStructuredBuffer<particle> dead; globallycoherent RWByteAddressBuffer shared_raw;
groupshared particle cache[32]; groupshared uint total;
cbuffer settings { float4x4 view; row_major float3x4 model; float steps[5]; uint count; };
[numthreads(32, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 in_group : SV_GroupThreadID, uint3 group : SV_GroupID, uint flat : SV_GroupIndex)
{
    particle p = particles[id.x];
    cache[flat & 31] = p;
    if (flat == 0) total = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedAdd(total, bytes.Load(id.y * 4));
    GroupMemoryBarrierWithGroupSync();
    particle q = cache[(flat + 1) & 31];
    q.position = mul(model, float4(q.position, 1)).xyz + mul(view, typed_in[id.x]).xyz * steps[count % 5];
    uint old;
    raw.InterlockedMax(group.x * 4, total, old);
    raw.Store3(in_group.y * 12, uint3(old, total, p.id));
    typed_out[id.x] = slices.Load(int4(id.xyy, 2), int2(1, -2)).y + shared_raw.Load(8);
    volume[id] = q.position.xy;
    moved[id.y] = q;
    moved.IncrementCounter();
    if (old > 3) born.Append(q);
    else { particle gone = dead.Consume(); typed_out[gone.id] = 1; }
    AllMemoryBarrier();
    uint dim, stride; particles.GetDimensions(dim, stride);
    InterlockedCompareExchange(typed_out[dim], stride, 7u, old);
}
