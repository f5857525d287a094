// Empty slots: loads give 0 in all components, stores and atomics vanish, sizes are 0.
// cs_5_0, entry main

Buffer<float4> Typed : register(t0);
StructuredBuffer<float4> Structured : register(t1);
ByteAddressBuffer Raw : register(t2);
Texture2D<float4> Texture : register(t3);
RWStructuredBuffer<uint4> Nothing : register(u1);
RWByteAddressBuffer NothingRaw : register(u2);
RWBuffer<uint> NothingTyped : register(u3);
cbuffer Constants : register(b0) { uint Zero; };
RWStructuredBuffer<float4> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint size, stride, w, h, levels, old, rawSize;
    Result[0] = Typed[0];
    Result[1] = Structured[0];
    Result[2] = Raw.Load4(0);
    Result[3] = Texture.Load(int3(0, 0, 0));
    Typed.GetDimensions(size);
    Structured.GetDimensions(w, stride);
    Raw.GetDimensions(rawSize);
    Result[4] = float4(size, w, rawSize, 0);
    Texture.GetDimensions(0, w, h, levels);
    Result[5] = float4(w, h, levels, 0);
    Nothing[Zero] = 5;
    NothingRaw.Store4(Zero, 5);
    NothingTyped[Zero] = 5;
    InterlockedAdd(NothingTyped[1], 3, old);
    DeviceMemoryBarrier();
    Result[6] = float4(Nothing[0].x, NothingRaw.Load(0), NothingTyped[0], old);
}
