// Subroutines with flow of their own, and a [call] switch inside a [call] switch.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = 0;
    [call] switch (i % 3) {
    case 0: r = 1; break;
    case 1:
        [call] switch (i & 4) {
        case 0: r = 60; break;
        default: r = 50 + i; break;
        }
        break;
    default:
        r = i * 2;
        [loop] while (r > 20)
            r -= 7;
        break;
    }
    Result[i] = r;
}
