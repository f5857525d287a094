// break and continue in nested loops.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint sum = 0, k = 0;
    [loop] for (;;) {
        k++;
        [branch] if (k > i + 10)
            break;
        [branch] if (k % 3 == 0)
            continue;
        [branch] if (k * k > i * 20 + 30)
            break;
        uint j = 0;
        [loop] while (j < k) {
            j++;
            [branch] if ((j ^ k) & 1)
                continue;
            [branch] if (j > 6)
                break;
            sum += j * k;
        }
    }
    Result[i] = sum;
}
