// A picture into another, colours inverted.
Texture2D<float4> source : register(t0);
RWTexture2D<unorm float4> target : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    target[id.xy] = 1 - source.Load(int3(id.xy, 0));
}
