// Much work for each group, and a result that tells when a group is left out or runs twice.
RWByteAddressBuffer steps : register(u3);

[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint n = group.x * 64 + lane + 1;
    uint count = 0;
    for (uint i = 0; i < 400; i++) {
        n = n & 1 ? n * 3 + 1 : n >> 1;
        count += n & 1;
    }
    uint before;
    steps.InterlockedAdd(group.x * 4, count, before);
}
