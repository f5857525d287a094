// z = a x + y over arrays beyond the caches. One element a thread: reads two, writes one.
// fxc saxpy.hlsl main cs_5_0 saxpy.dxbc

cbuffer Parameters : register(b0)
{
    float A;
    uint Count;
    uint GroupsPerRow;
};

StructuredBuffer<float> X : register(t0);
StructuredBuffer<float> Y : register(t1);
RWStructuredBuffer<float> Z : register(u0);

[numthreads(256, 1, 1)]
void main(uint3 group : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint i = (group.y * GroupsPerRow + group.x) * 256 + thread;
    if (i < Count)
        Z[i] = A * X[i] + Y[i];
}
