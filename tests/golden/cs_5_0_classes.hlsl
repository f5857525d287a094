// Class linkage: interfaces, arrays of them, instances in constant buffers.
interface shape { float area(float scale); float edge(float scale); };
class square : shape { float side; float area(float s) { return side * side * s; } float edge(float s) { return 4 * side * s; } };
class circle : shape { float radius; float2 centre; float area(float s) { return 3.14159f * radius * radius * s; }
                       float edge(float s) { return 6.28318f * radius + centre.x * s; } };
shape chosen; shape many[4]; uint count;
cbuffer instances { square a_square; circle a_circle; square row[2]; };
RWStructuredBuffer<float> result;
[numthreads(4, 1, 1)]
void main(uint id : SV_GroupIndex)
{
    float sum = chosen.area(id);
    [loop] for (uint i = 0; i < count; ++i) sum += many[i].edge(sum);
    result[id] = sum;
}
