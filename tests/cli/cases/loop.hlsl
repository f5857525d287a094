// Never ends: every thread waits for a value that nobody writes.
RWByteAddressBuffer Flag : register(u0);

[numthreads(1, 1, 1)]
void main()
{
    uint seen = 0;
    [allow_uav_condition]
    while (seen == 0)
        Flag.InterlockedAdd(0, 0, seen);
    Flag.Store(4, seen);
}
