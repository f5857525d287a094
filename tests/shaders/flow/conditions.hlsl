// Conditions test bits: -0.0 and denormals count as true, 0.0 as false.
// cs_5_0, entry main

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r = 0;
    [branch] if (V[i])
        r = 1;
    uint k = 0;
    [loop] while (V[i]) {
        k++;
        [branch] if (k == 3)
            break;
    }
    Result[i] = r + 10 * k + 100 * (V[i] ? 1 : 0);
}
