// Loads from typed UAVs of R32_FLOAT, R32_UINT and R32_SINT, also outside.
// cs_5_0, entry main

RWBuffer<float> F : register(u0);
RWBuffer<uint> U : register(u1);
RWBuffer<int> S : register(u2);
RWStructuredBuffer<uint> Result : register(u3);
StructuredBuffer<uint> Index : register(t0);

[numthreads(6, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i * 3] = asuint(F[Index[i]]);
    Result[i * 3 + 1] = U[Index[i]];
    Result[i * 3 + 2] = (uint)S[Index[i]];
}
