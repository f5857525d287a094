// A dispatch in three directions: all system values of every thread.
// cs_5_0, entry main

struct Values { uint3 id, group, thread; uint index; };
RWStructuredBuffer<Values> Result : register(u0);

[numthreads(3, 5, 2)]
void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint3 thread : SV_GroupThreadID,
          uint index : SV_GroupIndex)
{
    Values v;
    v.id = id;
    v.group = group;
    v.thread = thread;
    v.index = index;
    Result[(id.z * 10 + id.y) * 9 + id.x] = v;
}
