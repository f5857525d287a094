// continuec inside a loop.
// cs_5_0, entry main
// In the .dxbc if, continue, endif became continuec, and lengths and checksum were made right.

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint k = 0;
    Result[i] = 0;
    [loop] while (k < 20) {
        k++;
        [branch] if (V[(i + k) % 64])
            continue;
        Result[i] += k;
    }
}
