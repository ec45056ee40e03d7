/* Sixteen bytes at once: what compilers know as a vector of bytes (+, -, |, ==, <=, each byte by
 * itself), and what they have no word for, the top bits of all as one number. */
#pragma once

#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define LANES 16
typedef uint8_t lanes __attribute__((vector_size(LANES)));

/* Any sixteen bytes, wherever they begin. */
static inline lanes lanes_at(const uint8_t *bytes) {
    lanes out;
    memcpy(&out, bytes, sizeof out);
    return out;
}

/* Bit i: byte i has its top bit set. */
static inline uint32_t lanes_tops(lanes x) {
#if defined(__SSE2__)
    return (uint32_t)_mm_movemask_epi8((__m128i)x);
#elif defined(__aarch64__)
    static const int8_t places[LANES] = {-7, -6, -5, -4, -3, -2, -1, 0,
                                         -7, -6, -5, -4, -3, -2, -1, 0};
    uint8x16_t tops = vandq_u8((uint8x16_t)x, vdupq_n_u8(0x80));
    uint8x16_t placed = vshlq_u8(tops, vld1q_s8(places));
    return vaddv_u8(vget_low_u8(placed)) | (uint32_t)vaddv_u8(vget_high_u8(placed)) << 8;
#elif defined(__wasm_simd128__)
    return wasm_i8x16_bitmask((v128_t)x);
#else
    uint32_t bits = 0;
    for (unsigned i = 0; i < LANES; i++) bits |= (uint32_t)(x[i] >> 7) << i;
    return bits;
#endif
}
