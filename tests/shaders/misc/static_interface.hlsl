// An interface whose class the compiler knows: no instance is needed.
// cs_5_0, entry main

interface Shape { float area(float scale); };
class Square : Shape { float side; float area(float scale) { return side * side * scale; } };
class Circle : Shape { float radius; float area(float scale) { return radius * radius * 3 * scale; } };
RWStructuredBuffer<float> Result : register(u0);

float twice(Shape shape, float scale)
{
    return shape.area(scale) * 2;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Square square;
    square.side = i;
    Circle circle;
    circle.radius = i + 1;
    Result[i] = twice(square, 0.5) + 100 * twice(circle, 0.25);
}
