// Waits for a value that nobody writes.
RWByteAddressBuffer memory : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    memory.Store(4 + 4 * group.x, group.x + 1);
    uint sum = 0;
    [allow_uav_condition] while (memory.Load(0) == 0)
        sum += memory.Load(4);
    memory.Store(0, sum);
}
