// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWTexture2D<float4> Image : register(u0);
Texture2D<float4> Source : register(t0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
    uint2 next = uint2((id.x + 1) % 32, id.y);
#ifdef FIXED
    Image[id.xy] = Source[next] * 0.5;
#else
    float4 sum = Source[next];
    Image[id.xy] = sum;
    Image[next] = sum * 0.5;
#endif
}
