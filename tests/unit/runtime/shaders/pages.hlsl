// Over buffers of 4 GiB: thread i leaves marks at both ends of page i of 1 MiB (the last page is cut short), or
// counts the pages where it does not find them. fxc -T cs_5_0 -E fill, -E count; -E fill_structs for a structured buffer.
static const uint page = 1048576, last = 0xffffffec, structs_per_page = 65536;
RWByteAddressBuffer marks : register(u0);
RWByteAddressBuffer missing : register(u1);
RWStructuredBuffer<uint4> structs : register(u0);
ByteAddressBuffer found : register(t0);
StructuredBuffer<uint4> found_structs : register(t0);

uint mark(uint at)
{
    return at * 2654435761u + 1;
}

[numthreads(256, 1, 1)] void fill(uint3 id : SV_DispatchThreadID)
{
    uint front = id.x * page, back = min(front + page - 4, last);
    marks.Store(front, mark(front));
    marks.Store(back, mark(back));
}

[numthreads(256, 1, 1)] void count(uint3 id : SV_DispatchThreadID)
{
    uint front = id.x * page, back = min(front + page - 4, last), unused;
    if (found.Load(front) != mark(front) || found.Load(back) != mark(back))
        missing.InterlockedAdd(0, 1, unused);
}

[numthreads(256, 1, 1)] void fill_structs(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * structs_per_page;
    structs[at] = uint4(mark(at), at, 0, 1);
}

[numthreads(256, 1, 1)] void count_structs(uint3 id : SV_DispatchThreadID)
{
    uint at = id.x * structs_per_page, unused;
    uint4 got = found_structs[at];
    if (any(got != uint4(mark(at), at, 0, 1)))
        missing.InterlockedAdd(0, 1, unused);
}
