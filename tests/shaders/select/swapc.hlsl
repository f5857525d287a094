// swapc: two destinations, both from the old values.
// cs_5_0, entry main
// The compiler never writes swapc: in the .dxbc the first movc became swapc with r9 as its second
// destination, the second movc a mov from r9, and dcl_temps, lengths and checksum were made right. The
// sources of the first movc are b, a, those of swapc a, b.

struct Pair { uint4 condition, a, b; };
StructuredBuffer<Pair> V : register(t0);
RWStructuredBuffer<uint4> First : register(u0);
RWStructuredBuffer<uint4> Second : register(u1);

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Pair p = V[i];
    First[i] = p.condition ? p.b : p.a;
    Second[i] = p.condition ? p.a : p.b;
}
