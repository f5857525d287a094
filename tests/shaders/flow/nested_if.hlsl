// if and else nested four deep, every lane on a path of its own.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = 0;
    [branch] if (i & 1) {
        r += 1;
        [branch] if (i & 2) {
            r += 10;
            [branch] if (i & 4)
                r += 100;
            else
                r += 200;
        } else {
            r += 20;
            [branch] if (i > 40)
                r += 1000;
        }
    } else [branch] if (i % 3 == 0) {
        r += 5;
    } else {
        r += 7;
        [branch] if ((i & 8) != 0 && i < 50)
            r *= 3;
    }
    Result[i] = r;
}
