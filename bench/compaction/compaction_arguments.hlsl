// From the number of particles to the groups of the dispatch that takes them.
// fxc compaction_arguments.hlsl main cs_5_0 compaction_arguments.dxbc

RWByteAddressBuffer Arguments : register(u0);   // groups in x, y, z; particles

[numthreads(1, 1, 1)]
void main()
{
    Arguments.Store3(0, uint3((Arguments.Load(12) + 255) / 256, 1, 1));
}
