// [call] on a switch: every case is a subroutine, entered by the lanes that chose it.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = i;
    [loop] for (uint k = 0; k < 3; k++) {
        [call] switch ((r + k) % 4) {
        case 0: r = r * 3 + 1; break;
        case 1: r = r + 100; break;
        case 2: r = r ^ 0x55; break;
        default: r = r * r % 1009; break;
        }
    }
    Result[i] = r;
}
