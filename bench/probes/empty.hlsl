// Does nothing: what a dispatch costs by itself.
// fxc empty.hlsl main cs_5_0 empty.dxbc

[numthreads(64, 1, 1)]
void main()
{
}
