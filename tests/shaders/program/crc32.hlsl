// CRC-32 of 64 rows of 32 bytes, bit by bit.
// cs_5_0, entry main

ByteAddressBuffer Bytes : register(t0);
RWByteAddressBuffer Sums : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint crc = 0xFFFFFFFF;
    [loop] for (uint at = 0; at < 32; at++) {
        uint word = Bytes.Load(i * 32 + (at & ~3u));
        crc ^= word >> (at & 3) * 8 & 0xFF;
        [loop] for (uint bit = 0; bit < 8; bit++) {
            [branch] if (crc & 1)
                crc = crc >> 1 ^ 0xEDB88320;
            else
                crc >>= 1;
        }
    }
    Sums.Store(i * 4, ~crc);
}
