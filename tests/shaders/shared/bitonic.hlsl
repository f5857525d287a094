// Bitonic sort of 1,024 values: 55 barriers in nested uniform loops.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> V : register(u0);
groupshared uint Values[1024];

[numthreads(1024, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Values[i] = V[i];
    GroupMemoryBarrierWithGroupSync();
    [loop] for (uint size = 2; size <= 1024; size <<= 1) {
        [loop] for (uint step = size >> 1; step > 0; step >>= 1) {
            uint mine = Values[i], other = Values[i ^ step];
            bool least = ((i & step) == 0) == ((i & size) == 0);
            GroupMemoryBarrierWithGroupSync();
            Values[i] = least ? min(mine, other) : max(mine, other);
            GroupMemoryBarrierWithGroupSync();
        }
    }
    V[i] = Values[i];
}
