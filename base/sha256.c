#include "base/sha256.h"

#include <string.h>

enum { BLOCK = 64 };

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned by) {
    return x >> by | x << (32 - by);
}

static uint32_t big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Names are those of the standard. Eight variables, which stay in registers: an array that is moved
 * by one would be most of the time. */
static void add_block(uint32_t hash[8], const uint8_t *block) {
    uint32_t w[64];
    for (size_t t = 0; t < 16; t++) w[t] = big_endian(block + 4 * t);
    for (size_t t = 16; t < 64; t++) {
        uint32_t s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
    uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];
    for (size_t t = 0; t < 64; t++) {
        uint32_t sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + constants[t] + w[t];
        uint32_t sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d;
    hash[4] += e, hash[5] += f, hash[6] += g, hash[7] += h;
}

void sha256(const void *bytes, size_t len, uint8_t digest[32]) {
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = bytes;
    size_t left = len;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) add_block(hash, at);
    /* The rest, a one, zeros, and the length in bits, which may take a block more. */
    uint8_t end[2 * BLOCK] = {0};
    size_t size = left + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    if (left) memcpy(end, at, left);
    end[left] = 0x80;
    for (size_t i = 0; i < 8; i++) end[size - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
    for (size_t i = 0; i < size; i += BLOCK) add_block(hash, end + i);
    for (size_t i = 0; i < 32; i++) digest[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
}
