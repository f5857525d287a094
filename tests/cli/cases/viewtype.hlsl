// Declares uint, the pipeline binds a view of int: the bits pass as they are.
RWBuffer<uint> Out : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = 0u - id.x;
}
