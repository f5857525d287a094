// A vertex shader that writes to a view.
RWByteAddressBuffer log_bytes : register(u3);
float4 main(float4 p : POSITION, uint id : SV_VertexID) : SV_Position { log_bytes.Store(id * 4, asuint(p.x)); return p; }
