// Each group writes its number, found from its position, into its slot; raw memory.
RWByteAddressBuffer memory : register(u3);

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    memory.Store(4 * (group.x + 3 * (group.y + 5 * group.z)), 1 + group.x + 100 * group.y + 10000 * group.z);
}
