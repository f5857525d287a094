// Packing of a cbuffer: vectors do not cross rows, arrays start rows, matrices are columns.
// cs_5_0, entry main

cbuffer Constants : register(b0)
{
    float A;
    float2 B;
    float3 C;
    float D;
    float E[2];
    float F;
    float2x3 G;
    row_major float2x3 H;
};
RWStructuredBuffer<float> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    Result[0] = A;
    Result[1] = B.y;
    Result[2] = C.z;
    Result[3] = D;
    Result[4] = E[1];
    Result[5] = F;
    Result[6] = G[1][2];
    Result[7] = G[0][1];
    Result[8] = H[1][2];
    Result[9] = H[0][1];
}
