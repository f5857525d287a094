// SHA-256 of many messages of 128 bytes, one a thread: two blocks of text and one of padding.
// fxc sha256.hlsl main cs_5_0 sha256.dxbc

cbuffer Parameters : register(b0)
{
    uint Count;
};

ByteAddressBuffer Messages : register(t0);
RWByteAddressBuffer Digests : register(u0);

static const uint MessageBytes = 128;

static const uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

uint rotate(uint v, uint by)
{
    return v >> by | v << (32 - by);
}

uint4 swap_bytes(uint4 v)
{
    v = (v & 0x00ff00ff) << 8 | (v >> 8 & 0x00ff00ff);
    return v << 16 | v >> 16;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Count)
        return;
    uint4 low = uint4(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a);
    uint4 high = uint4(0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
    uint w[16];
    [loop]
    for (uint block = 0; block <= MessageBytes / 64; block++) {
        uint i;
        [unroll]
        for (i = 0; i < 16; i += 4) {
            uint4 four = swap_bytes(Messages.Load4(id.x * MessageBytes + (block & 1) * 64 + i * 4));
            w[i] = four.x;
            w[i + 1] = four.y;
            w[i + 2] = four.z;
            w[i + 3] = four.w;
        }
        if (block == MessageBytes / 64) {
            [unroll]
            for (i = 0; i < 16; i++)
                w[i] = i == 0 ? 0x80000000 : i == 15 ? 8 * MessageBytes : 0;
        }
        uint a = low.x, b = low.y, c = low.z, d = low.w, e = high.x, f = high.y, g = high.z, h = high.w;
        [unroll]
        for (i = 0; i < 64; i++) {
            if (i >= 16) {
                uint before15 = w[(i + 1) % 16], before2 = w[(i + 14) % 16];
                w[i % 16] += (rotate(before15, 7) ^ rotate(before15, 18) ^ before15 >> 3) + w[(i + 9) % 16] +
                             (rotate(before2, 17) ^ rotate(before2, 19) ^ before2 >> 10);
            }
            uint t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g)));
            t += K[i] + w[i % 16];
            h = g;
            g = f;
            f = e;
            e = d + t;
            t += (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)));
            d = c;
            c = b;
            b = a;
            a = t;
        }
        low += uint4(a, b, c, d);
        high += uint4(e, f, g, h);
    }
    Digests.Store4(id.x * 32, swap_bytes(low));
    Digests.Store4(id.x * 32 + 16, swap_bytes(high));
}
