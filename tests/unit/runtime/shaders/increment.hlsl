// Adds 1 to each word, with enough work in between that other cores are woken.
RWByteAddressBuffer words : register(u0);

[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint value = words.Load(id.x * 4), extra = 0;
    [loop] for (uint i = 0; i < 64; i++)
        extra += (value ^ i) >> 31;
    words.Store(id.x * 4, value + 1 + extra / 64);
}
