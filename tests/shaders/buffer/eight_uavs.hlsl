// Eight read-write views of all kinds at once.
// cs_5_0, entry main

RWStructuredBuffer<uint> A : register(u0);
RWByteAddressBuffer B : register(u1);
RWBuffer<uint> C : register(u2);
RWBuffer<float> D : register(u3);
RWTexture2D<int> E : register(u4);
RWStructuredBuffer<uint2> F : register(u5);
RWByteAddressBuffer G : register(u6);
RWBuffer<int> H : register(u7);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    A[i] = i + 1;
    B.Store(i * 4, A[i] * 2);
    C[i] = B.Load(i * 4) + 3;
    D[i] = C[i] * 0.5;
    DeviceMemoryBarrier();
    E[uint2(i, 0)] = -(int)D[i];
    F[i] = uint2(E[uint2(i, 0)] + 100, i);
    G.Store(i * 4, F[i].x + F[i].y);
    H[i] = (int)G.Load(i * 4) - 1000;
}
