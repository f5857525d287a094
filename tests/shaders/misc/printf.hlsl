// printf and errorf: texts in thread and group order, conversions of integers and floats.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);

[numthreads(3, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    Result[id.x] = id.x;
    printf("thread %u of group %u: %d", id.x, id.x / 3, -(int)id.x);
    [branch] if (i == 1) {
        errorf("value %f, %x", id.x * 0.5, id.x + 250);
        printf("100%%");
    }
}
