// Two buffers with counters: each view counts for itself; the odd and the even threads.
// cs_5_0, entry main

AppendStructuredBuffer<uint> Even : register(u0);
AppendStructuredBuffer<uint> Odd : register(u1);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    [branch] if (id.x & 1)
        Odd.Append(id.x);
    else
        Even.Append(id.x);
}
