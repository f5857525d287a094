// out[i] = in[i] * factor + offset, one thread for each element.
cbuffer numbers : register(b0) { uint factor; uint offset; };
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> target : register(u0);

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint count, stride;
    target.GetDimensions(count, stride);
    if (id.x < count)
        target[id.x] = source[id.x] * factor + offset;
}
