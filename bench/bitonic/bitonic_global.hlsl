// Bitonic sort, two steps of a stage whose partners lie further apart than a block of group-shared memory:
// each thread takes four keys, so that they pass through the memory half as often. An odd number of steps
// leaves one for itself.
// fxc bitonic_global.hlsl main cs_5_0 bitonic_global.dxbc

cbuffer Parameters : register(b0)
{
    uint Stage;     // length of the runs that this stage makes
    uint Step;      // distance of partners in the second step; in the first one it is twice that
    uint Single;    // not 0: the second step only
};

RWStructuredBuffer<uint> Keys : register(u0);

void order(inout uint a, inout uint b, bool descending)
{
    uint low = min(a, b), high = max(a, b);
    a = descending ? high : low;
    b = descending ? low : high;
}

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint first = 4 * id.x - 3 * (id.x & (Step - 1));
    uint4 at = first + uint4(0, Step, 2 * Step, 3 * Step);
    uint4 keys = uint4(Keys[at.x], Keys[at.y], Keys[at.z], Keys[at.w]);
    bool descending = (first & Stage) != 0;
    if (!Single) {
        order(keys.x, keys.z, descending);
        order(keys.y, keys.w, descending);
    }
    order(keys.x, keys.y, descending);
    order(keys.z, keys.w, (at.z & Stage) != 0);
    Keys[at.x] = keys.x;
    Keys[at.y] = keys.y;
    Keys[at.z] = keys.z;
    Keys[at.w] = keys.w;
}
