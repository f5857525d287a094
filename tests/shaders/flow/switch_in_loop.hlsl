// break inside switches, a loop around them, break and continue after them.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint sum = 0;
    [loop] for (uint k = 0; k < 12; k++) {
        bool stop = false, skip = false;
        [forcecase] switch ((i + k) % 5) {
        case 0:
            skip = true;
            break;
        case 1:
            sum += 1;
            break;
        case 2:
            [branch] if (k > 8) {
                stop = true;
                break;
            }
            sum += 100;
            break;
        default:
            sum += 10000;
            break;
        }
        [branch] if (stop)
            break;
        [branch] if (skip)
            continue;
        sum += 1000000;
    }
    Result[i] = sum;
}
