// cs_5_0
// Without FIXED there is a fault, with it there is none.
RWStructuredBuffer<uint> Out : register(u0);
RWStructuredBuffer<uint> Stack : register(u1);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 g : SV_GroupID)
{
#ifdef FIXED
    Stack[Stack.IncrementCounter()] = 1;
    Out[id.x] = 0;
#else
    Stack.DecrementCounter();
    Out[id.x] = 0;
#endif
}
