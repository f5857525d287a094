// Elements of several words in shared memory that whole rows of threads reach: by rows of two dimensions, whole and in
// parts, in order and out of it, by several threads at once, and beyond the end. Groups are no multiples of a wave.
// fxc planes.hlsl main cs_5_0 planes.dxbc

cbuffer Constants : register(b0)
{
    uint Seed;
    uint Ahead;
};

RWStructuredBuffer<uint4> Result : register(u0);

struct pair {
    uint a;
    uint2 b;
};

groupshared uint4 Rows[5][24];
groupshared pair Structures[130];
groupshared uint2 Short[64];        // fewer than threads
groupshared uint4 Single[120];      // read word by word

[numthreads(24, 5, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    Rows[t.y][t.x] = uint4(i, 3 * i + 1, i ^ 5, i + Seed);
    if (t.x % 3 == 1)
        Rows[t.y][t.x].yz = uint2(7 * i, 9);
    Structures[i].a = i + 100;
    Structures[i].b = uint2(2 * i, 5 * i);
    if (i < 10)
        Structures[120 + i].b = uint2(i, 77);
    Short[i] = uint2(i + 7, ~i);
    Single[i / 2] = uint4(i, i + 1, i + 2, i + 3); // the later of two threads
    GroupMemoryBarrierWithGroupSync();

    uint4 below = Rows[(t.y + 1) % 5][t.x], mirrored = Rows[t.y][23 - t.x], outside = Rows[t.x % 9][t.x];
    pair spread = Structures[(i * 7) % 130], next = Structures[i + 1];
    uint2 ahead = Short[i + Ahead], own = Short[i ^ Seed];
    uint4 sum = below + 3 * mirrored + 5 * outside;
    for (uint k = 0; k < Ahead; k++)
        sum += Rows[k % 5][t.x] * (k + 1) + Rows[t.y][k % 24].wzyx;
    sum.x += spread.a + next.b.y;
    sum.y += spread.b.x + 2 * next.a;
    sum.z += spread.b.y + ahead.x + own.y;
    sum.w += ahead.y + 3 * own.x + Single[i].y + Single[119 - i].w;
    Result[i] = sum;
}
