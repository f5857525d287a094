// One of everything but samplers that a dispatch may find unbound or wrong.
struct pair { float a, b; };
cbuffer parameters : register(b1) { float4 scale[3]; };
StructuredBuffer<pair> structs : register(t0);
ByteAddressBuffer raw : register(t1);
Buffer<uint> typed : register(t2);
Texture2D<float4> image : register(t3);
Texture2DMS<float4, 4> samples : register(t4);
RWStructuredBuffer<pair> result : register(u0);
RWTexture2D<uint> picture : register(u1);
AppendStructuredBuffer<uint> list : register(u2);

[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    pair p = structs[id.x];
    p.a += asfloat(raw.Load(id.x * 4)) + typed[id.x] + samples.Load(id.xy, 1).x;
    p.b += image.Load(int3(id.xy, 0)).x;
    p.a *= scale[2].x;
    result[id.x] = p;
    picture[id.xy] = id.x;
    list.Append(id.y);
}
