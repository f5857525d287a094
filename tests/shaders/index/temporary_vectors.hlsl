// Indexable temporaries of vectors, two arrays, indices that differ in every lane.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

RWStructuredBuffer<float> Result : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float3 a[5];
    float2 b[3];
    [loop] for (uint k = 0; k < 5; k++)
        a[(k + i) % 5] = float3(k, k * 2, i);
    [loop] for (uint m = 0; m < 3; m++)
        b[(m * 2 + i) % 3] = float2(m, i * 0.5);
    a[i % 5].y += 50;
    Result[i] = a[(i * 3) % 5].x + a[(i * 7) % 5].y * 100 + a[i % 3].z * 10000
                + b[i % 3].x * 0.25 + b[(i + 1) % 3].y;
}
