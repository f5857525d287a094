float twice(float x)
{
    float y = x * 2;
    return y + 1;
}
#line 100 "another place.hlsl"
float third(float x)
{
    return x / 3;
}
