// Where instructions come from: includes, inlined functions within each other, a statement over several lines, #line.
#include "lines.hlsli"
RWStructuredBuffer<float> Out : register(u0);
StructuredBuffer<float> In : register(t0);

float sum_of(float x)
{
    float s = 0;
    [loop] for (int i = 0; i < (int)x; i++) {
        s += twice(third(In[i]));
        if (s > 100)
            break;
    }
    return s;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex)
{
    switch (gi & 3) {
    case 0:
        Out[id.x] = sum_of(In[id.x]);
        break;
    case 1:
        Out[id.x] = twice(In[id.x]) +
                    sqrt(In[id.x +
                            1]);
        break;
    default:
        Out[id.x] = third(In[id.x]);
        break;
    }
}
