// A seed: buffers of every kind, counters, shared memory, indexed registers and constants, barriers and loops.
struct item { uint a; float b; uint2 c; };
cbuffer numbers : register(b0) { uint4 count; float4 table[6]; }
ByteAddressBuffer raw;
StructuredBuffer<item> items;
Buffer<float> typed;
RWByteAddressBuffer raw_out;
RWStructuredBuffer<item> items_out;
RWStructuredBuffer<uint> counted;
AppendStructuredBuffer<uint2> appended;
ConsumeStructuredBuffer<uint2> consumed;
RWBuffer<uint> typed_out;
groupshared uint words[70];
groupshared item shared_items[9];
static const float4 constants[4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 }, { 13, 14, 15, 16 } };

[numthreads(40, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint flat : SV_GroupIndex)
{
    uint local[5] = { flat, id.x, 3, 4, 5 }, old, stride;
    double wide = 1.5;
    item one = items[id.x + count.x];

    words[flat] = raw.Load(id.x * 4) + asuint(typed[id.x]);
    shared_items[flat % 9] = one;
    GroupMemoryBarrierWithGroupSync();
    for (uint i = 0; i < count.y; i++) {
        local[(i + one.a) % 5] += words[(flat + i) % 70];
        InterlockedXor(words[i], local[i % 5], old);
        if (old == 7)
            break;
        wide = wide * 3 + old;
        if (i & 1)
            continue;
        switch (old & 3) {
        case 0: one.b += table[i].x; break;
        case 1: one.b *= constants[i & 3].y; break;
        case 2: one.c.x = shared_items[i].c.y; break;
        default: local[i % 5] = 1; break;
        }
    }
    AllMemoryBarrierWithGroupSync();
    items_out.GetDimensions(old, stride);
    raw_out.Store4(local[1], uint4(old, stride, words[flat], one.a));
    raw_out.InterlockedMax(local[2], flat, old);
    items_out[id.x] = one;
    counted[counted.IncrementCounter()] = old;
    if (flat & 1)
        appended.Append(consumed.Consume() + (uint)wide);
    InterlockedOr(typed_out[local[3]], 1u << flat);
}
