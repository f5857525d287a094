// output[i] = mods[which].mod(shape.area(i)) + 1000 * shape.tag(): classes with and without data, an array of
// interfaces whose index is only known when the shader runs.
interface iShape { float area(float x); float tag(); };
interface iMod { float mod(float x); };

class cSquare : iShape
{
    float side;
    float area(float x) { return side * side + x; }
    float tag() { return 1; }
};
class cCircle : iShape
{
    float r;
    float k;
    float area(float x) { return 3 * r * r * k + x; }
    float tag() { return 2; }
};
class cTwice : iMod { float mod(float x) { return x * 2; } };
class cAdd : iMod
{
    float4 a;
    float b;
    float mod(float x) { return x + a.y + b; }
};

cbuffer data : register(b1) { float4 before; cSquare square; cCircle circles[3]; cAdd adder; };
cbuffer pick : register(b2) { uint which; };
cTwice twice;
iShape shape;
iMod mods[3];
RWStructuredBuffer<float> output : register(u0);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = mods[which].mod(shape.area(id.x)) + 1000 * shape.tag();
}
