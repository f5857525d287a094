// All six barriers of HLSL, uniform loops and ifs around them.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
globallycoherent RWStructuredBuffer<uint> Device : register(u1);
cbuffer Constants : register(b0) { uint Rounds; };
groupshared uint Values[70];

[numthreads(70, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Values[i] = i;
    Device[i] = i;
    AllMemoryBarrierWithGroupSync();
    uint sum = 0;
    [loop] for (uint k = 0; k < Rounds; k++) {
        sum += Values[(i + k) % 70] + (Device[(i + 2 * k) % 70] & 0xFFFF);
        [branch] if (k & 1)
            GroupMemoryBarrierWithGroupSync();
        else
            AllMemoryBarrierWithGroupSync();
        Values[i] += k;
        Device[i] += 1;
        GroupMemoryBarrier();
        DeviceMemoryBarrier();
        AllMemoryBarrier();
        AllMemoryBarrierWithGroupSync();
        Device[i] += 0x10000;
        DeviceMemoryBarrierWithGroupSync();
    }
    Result[i] = sum;
}
