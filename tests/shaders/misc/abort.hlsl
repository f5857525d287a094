// abort ends the invocation that meets it and says so in the log.
// cs_5_0, entry main

RWStructuredBuffer<uint> Before : register(u0);
RWStructuredBuffer<uint> After : register(u1);
cbuffer Constants : register(b0) { uint Bad; };

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Before[i] = i + 1;
    [branch] if (i == Bad) {
        errorf("thread %u is bad", i);
        abort();
    }
    After[i] = 10;
}
