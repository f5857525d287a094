// Keeps the odd numbers: their order is that of the groups and lanes.
StructuredBuffer<uint> source : register(t0);
AppendStructuredBuffer<uint> target : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (source[id.x] & 1)
        target.Append(source[id.x]);
}
