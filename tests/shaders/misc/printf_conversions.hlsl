// printf: widths, precisions, flags, characters, vectors as several operands.
// cs_5_0, entry main

RWStructuredBuffer<uint> Result : register(u0);
StructuredBuffer<float> V : register(t0);

[numthreads(1, 1, 1)]
void main()
{
    Result[0] = 1;
    printf("[%5d] [%-5d] [%05d] [%+d]", (int)V[0], (int)V[0], (int)V[0], (int)V[0]);
    printf("[%8.3f] [%e] [%g] [%.1f]", V[1], V[1], V[1], V[1]);
    printf("[%x] [%X] [%#x] [%o] [%c] [%u]", 48879, 48879, 255, 8, 87, 0xFFFFFFFF);
    printf("no operand");
}
