// All 32,768 bytes of groupshared memory in two declarations.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
groupshared uint4 Wide[1536];
groupshared uint Narrow[2048];

[numthreads(256, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [loop] for (uint k = i; k < 1536; k += 256)
        Wide[k] = uint4(k, k * 2, k * 3, ~k);
    [loop] for (uint m = i; m < 2048; m += 256)
        Narrow[m] = m * 7;
    GroupMemoryBarrierWithGroupSync();
    uint sum = 0;
    [loop] for (uint n = i * 6; n < i * 6 + 6; n++)
        sum += Wide[n].x + Wide[n].z + Wide[n].w;
    [loop] for (uint p = i * 8; p < i * 8 + 8; p++)
        sum += Narrow[p];
    Result[i] = sum;
}
