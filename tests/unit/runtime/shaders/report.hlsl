// One line from each group, and one error.
[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID)
{
    printf("group %u", group.x);
    if (group.x == 2)
        errorf("bad %u", group.x * 7);
}
