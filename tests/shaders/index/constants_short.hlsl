// A bound constant buffer shorter than its declaration: missing rows read 0.
// cs_5_0, entry main

cbuffer Constants : register(b1) { float4 A, B, C; float D; };
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    Result[0] = A;
    Result[1] = B;
    Result[2] = C;
    Result[3] = D + 1;
}
