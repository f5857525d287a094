// cs_4_0: structured input, one structured UAV, integer and float arithmetic, a loop.
// cs_4_0, entry main

StructuredBuffer<float2> V : register(t0);
RWStructuredBuffer<float> Result : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    [loop] for (uint k = 0; k <= id.x % 5; k++)
        sum += V[(id.x + k) % 128].x * V[id.x].y;
    Result[id.x] = sum;
}
