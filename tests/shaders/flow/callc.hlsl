// callc: the lanes whose condition holds call, the others go on.
// cs_5_0, entry main
// In the .dxbc the first call became callc_nz vThreadIDInGroupFlattened.x, and lengths and checksum were
// made right.

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = i;
    [call] switch (i % 4) {
    case 0: r = r * 3 + 1; break;
    case 1: r = r + 100; break;
    case 2: r = r ^ 0x55; break;
    default: r = r * r % 1009; break;
    }
    Result[i] = r + 5;
}
