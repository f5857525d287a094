// fcall: interfaces with two implementations. To run, it needs class instances, which weft run cannot give;
// here it is only decoded.
// cs_5_0, entry main

interface Shape { float area(float scale); };
class Square : Shape { float side; float area(float scale) { return side * side * scale; } };
class Circle : Shape { float radius; float area(float scale) { return radius * radius * 3 * scale; } };
cbuffer Instances : register(b0) { Square MySquare; Circle MyCircle; uint Which; };
Shape Shapes[2];
RWStructuredBuffer<float> Result : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Result[i] = Shapes[Which].area(i);
}
