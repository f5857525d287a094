// Subroutines: a switch whose cases are called.
RWStructuredBuffer<float> result; uint mode;
float slow(float x) { [loop] for (int i = 0; i < 9; ++i) x = x * x + sin(x); return x; }
[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = id.x;
    [call] switch (mode) { case 0: x = slow(x); break; case 1: x += slow(x + 1); break; case 7: x = cos(x); break; default: x = 9; break; }
    if (x > 3) errorf("too large: %f", x);
    result[id.x] = x;
}
