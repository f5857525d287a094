// Typed views and atomics without a used result: groups may run in any order.
Buffer<uint> source : register(t5);
RWBuffer<uint> bins : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(bins[source[id.x] & 15], 1);
}
