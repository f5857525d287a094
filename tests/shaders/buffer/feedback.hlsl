// Loads that also say whether memory is mapped: always, for resources that are not tiled.
// cs_5_0, entry main

Buffer<float4> Typed : register(t0);
StructuredBuffer<uint4> Structured : register(t1);
ByteAddressBuffer Raw : register(t2);
Texture2D<float4> Image : register(t3);
RWTexture2D<uint> Target : register(u1);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint status[5];
    Result[0] = (uint)Typed.Load(1, status[0]).x;
    Result[1] = Structured.Load(0, status[1]).y;
    Result[2] = Raw.Load(8, status[2]);
    Result[3] = (uint)Image.Load(int3(1, 1, 0), int2(0, 0), status[3]).x;
    Result[4] = Target.Load(int2(0, 1), status[4]);
    [unroll] for (uint i = 0; i < 5; i++)
        Result[5 + i] = CheckAccessFullyMapped(status[i]) ? 1 : 0;
}
