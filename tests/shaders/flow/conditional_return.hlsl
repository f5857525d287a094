// ret of a whole wave and of single lanes before anything is written.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

StructuredBuffer<uint> V : register(t0);
RWStructuredBuffer<uint> Result : register(u0);
[numthreads(96, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (V[i])
        return;
    Result[i] = i + 1;
}
