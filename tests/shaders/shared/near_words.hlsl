// Words of shared memory that neighbouring threads want near one another but not in order: partners of steps 1 to 32,
// rows turned round, strides, and what begins before the memory's end and goes on behind it. Stores that leave gaps.
// fxc near_words.hlsl main cs_5_0 near_words.dxbc

cbuffer Constants : register(b0)
{
    uint Steps;     // of partners: 1, 2, 4 ..
    uint Turn;
    uint Far;
};

RWStructuredBuffer<uint> Result : register(u0);

groupshared uint Shared[200];
groupshared uint Gaps[4 * 104];
groupshared uint Crossed[104];

[numthreads(104, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Shared[i] = 7 * i + 1;
    if (i < 96)
        Shared[i + 104] = 1000 + i;
    Gaps[4 * i + 1] = i;
    Gaps[4 * i + 3] = 3 * i;
    if (i % 3 != 2)
        Gaps[4 * i] = 5 * i;
    Crossed[(i & ~7u) + (~i & 7)] = i + 11;
    GroupMemoryBarrierWithGroupSync();

    uint sum = Crossed[i];
    for (uint n = 0, step = 1; n < Steps; n++, step *= 2) {
        uint low = 2 * i - (i & (step - 1));
        sum = 31 * sum + Shared[low];
        sum = 31 * sum + Shared[low + step];
        sum = 31 * sum + Shared[i ^ step];
        if ((i ^ n) % 3 != 0)
            sum = 31 * sum + Shared[i + (Turn ^ (i % 7)) % 11 + 90];
    }
    sum = 31 * sum + Shared[(i * Turn) % 200] + Shared[i + Far - (i & 3)];
    sum = 31 * sum + Gaps[(i * 9 + Turn) & 255] + Gaps[Far + (i ^ 1)];
    Result[i] = sum;
}
