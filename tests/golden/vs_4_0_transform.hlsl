// A vertex shader with constants, default values and system values.
cbuffer camera : register(b1) { float4x4 world; float4x4 projection; float3 light = float3(0.5, 0.25, -1); bool flip = true; };
tbuffer bones { float4 bone[12]; };
void main(float4 position : POSITION, float3 normal : NORMAL0, uint2 index : BLENDINDICES, uint vertex : SV_VertexID, uint instance : SV_InstanceID,
          out float4 out_position : SV_Position, out float2 clip : SV_ClipDistance0, out float3 colour : COLOR1, out nointerpolation uint tag : TAG)
{
    float4 p = mul(position, world) + bone[index.x];
    out_position = mul(p, projection);
    clip = float2(p.x, flip ? -p.y : p.y);
    colour = saturate(dot(normal, light)) * bone[index.y].xyz;
    tag = vertex + instance * 3;
}
