// Appending past the end: stores vanish, the counter goes on.
// cs_5_0, entry main

AppendStructuredBuffer<uint> Items : register(u0);

[numthreads(50, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Items.Append(i + 1);
    Items.Append(i + 101);
}
