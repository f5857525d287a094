// switch: shared labels, default in the middle, negative and large values.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

StructuredBuffer<int> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint r;
    [forcecase] switch (V[i]) {
    case 0:
    case 1: r = 10; break;
    case -5: r = 20; break;
    default: r = 40; break;
    case 7: r = 30; break;
    case 1000000: r = 50; break;
    }
    Result[i] = r;
}
