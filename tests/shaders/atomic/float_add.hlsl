// A float sum by compare-exchange in a loop: every lane succeeds in the end.
// cs_5_0, entry main

RWStructuredBuffer<uint> Sum : register(u0);
RWStructuredBuffer<uint> Tries : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint expected = 0, seen, tries = 0;
    [loop] for (;;) {
        uint wanted = asuint(asfloat(expected) + (float)(i + 1));
        InterlockedCompareExchange(Sum[0], expected, wanted, seen);
        tries++;
        if (seen == expected)
            break;
        expected = seen;
    }
    Tries[i] = tries > 0 ? 1 : 0;
}
