// Append by some lanes of several groups: elements in thread order, the counter tells how many.
// cs_5_0, entry main

struct Item { uint index; float value; };
AppendStructuredBuffer<Item> Items : register(u0);

[numthreads(40, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x * 7 % 5 < 2) {
        Item item;
        item.index = id.x;
        item.value = id.x * 0.5;
        Items.Append(item);
    }
}
