// GetDimensions of typed, raw and structured views, read-only and read-write.
// cs_5_0, entry main

Buffer<float4> Typed : register(t0);
StructuredBuffer<float3> Structured : register(t1);
ByteAddressBuffer Raw : register(t2);
RWBuffer<uint> TypedRw : register(u1);
RWStructuredBuffer<uint2> StructuredRw : register(u2);
RWByteAddressBuffer RawRw : register(u3);
RWStructuredBuffer<uint> Result : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint count, stride;
    Typed.GetDimensions(count);
    Result[0] = count;
    Structured.GetDimensions(count, stride);
    Result[1] = count;
    Result[2] = stride;
    Raw.GetDimensions(count);
    Result[3] = count;
    TypedRw.GetDimensions(count);
    Result[4] = count;
    StructuredRw.GetDimensions(count, stride);
    Result[5] = count;
    Result[6] = stride;
    RawRw.GetDimensions(count);
    Result[7] = count;
}
