// b[i] = 2 * b[i] + i
RWStructuredBuffer<uint> b : register(u0);

[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    b[id.x] = 2 * b[id.x] + id.x;
}
