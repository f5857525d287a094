// Special pixel outputs.
void main(linear noperspective centroid float4 p : SV_Position, out float4 c : SV_Target2, out uint mask : SV_Coverage, out float depth : SV_DepthGreaterEqual)
{
    c = p; mask = (uint)p.x & 5; depth = p.z + 0.25f;
}
