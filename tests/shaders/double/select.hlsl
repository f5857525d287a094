// dmovc, and double pairs in vector registers with swapped halves.
// cs_5_0, entry main

StructuredBuffer<double2> V : register(t0);
RWStructuredBuffer<double2> Chosen : register(u0);
RWStructuredBuffer<double2> Swapped : register(u1);

[numthreads(18, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    double2 p = V[i];
    Chosen[i] = double2((i & 1) ? p.x : p.y, (i & 2) ? p.x : p.y);
    Swapped[i] = (i & 1) ? p.yx : p.xy;
}
