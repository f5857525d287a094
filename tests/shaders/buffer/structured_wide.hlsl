// A structure with vectors, arrays and matrices, stride 84: members keep their places.
// cs_5_0, entry main; unoptimized: D3DCOMPILE flags 0x4

struct Wide { float a; float3 b; row_major float2x3 c; uint2 d[3]; int e; float2x2 f; };
StructuredBuffer<Wide> In : register(t0);
RWStructuredBuffer<Wide> Out : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Wide w = In[3 - i];
    w.a += 1;
    w.b = w.b.zxy;
    w.c[1] = w.c[0] + w.c[1];
    w.e = -w.e;
    w.f = transpose(w.f);
    Out[i] = w;
    Out[i].d[i % 3] = w.d[i % 3].yx;
}
