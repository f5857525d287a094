// Double precision with its conversions, half precision, bit operations.
RWStructuredBuffer<double2> values; RWStructuredBuffer<uint4> bits; float x; uint y;
[numthreads(1, 1, 1)]
void main()
{
    double2 d = values[0];
    double s = d.x * 1.5L + (double)x;
    s = s > d.y ? s / 3.0L : fma(s, d.x, -d.y);
    values[1] = double2(min(s, rcp(d.x)), (double)y);
    values[2] = -abs(d.yx) + (s == d.x ? 2.25L : (double)(int)y);
    bits[0] = uint4(countbits(y), reversebits(y), firstbithigh(y), firstbitlow(y));
    bits[1] = uint4(f32tof16(x), asuint(f16tof32(y)), (uint)d.x, (int)s);
    bits[2] = msad4(y, uint2(y, 3), uint4(1, 2, 3, 4));
    bits[3] = uint4(y / 7, y % 7, (int)y / 3, y << 3 | y >> (y & 5));
}
