// Messages come in group order.
RWByteAddressBuffer Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    printf("group %d writes %f", group.x, group.x * 0.5);
    Out.Store(group.x * 4, group.x);
    if (group.x == 1)
        errorf("group %d is odd", group.x);
}
