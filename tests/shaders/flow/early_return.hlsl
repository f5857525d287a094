// ret of some lanes, in an if and inside a loop; the others go on.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    [branch] if (i % 4 == 0) {
        Result[i] = 1000 + i;
        return;
    }
    [loop] for (uint k = 0;; k++) {
        [branch] if (k * k > i) {
            Result[i] = k;
            return;
        }
        [branch] if (k == 5) {
            Result[i] = 555;
            return;
        }
    }
}
