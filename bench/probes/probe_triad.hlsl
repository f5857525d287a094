// STREAM's triad: what the device's memory gives.
// fxc probe_triad.hlsl main cs_5_0 probe_triad.dxbc

StructuredBuffer<float4> B : register(t0);
StructuredBuffer<float4> C : register(t1);
RWStructuredBuffer<float4> A : register(u0);

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    A[id.x] = B[id.x] + 3 * C[id.x];
}
