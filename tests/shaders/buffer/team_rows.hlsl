// Teams of 16 threads that read a row each, from anywhere: rows side by side, apart, over one another, in another
// order, over the end and behind it, in threads of some teams only; and sizes of buffers in divergent flow.
// cs_5_0, entry main

cbuffer Constants : register(b0)
{
    uint Rounds;
    uint Twist;
};

StructuredBuffer<uint> Starts : register(t0);
StructuredBuffer<uint> Words : register(t1);
ByteAddressBuffer Bytes : register(t2);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(96, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint sum = 0, count, stride;
    for (uint n = 0; n < Rounds; n++) {
        uint start = Starts[6 * n + i / 16], place = start + i % 16;
        sum = 31 * sum + Words[place];
        sum = 31 * sum + Bytes.Load(4 * place);
        sum = 31 * sum + Words[start + ((i % 16) ^ (n & Twist))];
        if ((start ^ n) % 3 != 0)
            sum = 31 * sum + Words[place + 5];
    }
    if (sum % 2 != 0) {
        Words.GetDimensions(count, stride);
        sum += 1000 * count;
    } else {
        Bytes.GetDimensions(count);
        sum += 3000 * count;
    }
    Result[i] = sum;
}
