// eq and ne with a literal zero, of values straight from memory: denormals equal zero.
// cs_5_0, entry main, D3DCOMPILE flags 0x2000

StructuredBuffer<float> V : register(t0);
RWStructuredBuffer<uint> Equal : register(u0);

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupThreadID)
{
    Equal[t] = V[t] == 0 ? 1 : 2;
    Equal[t + 8] = V[t + 8] != 0 ? 1 : 2;
}
