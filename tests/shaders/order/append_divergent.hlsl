// Appends to one buffer from both sides of an if and from a loop, over several groups.
// cs_5_0, entry main

AppendStructuredBuffer<uint> Items : register(u0);

[numthreads(48, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    [branch] if (id.x % 3 == 0) {
        Items.Append(id.x);
    } else {
        [loop] for (uint k = 0; k < id.x % 4; k++)
            Items.Append(1000 * (k + 1) + id.x);
    }
}
