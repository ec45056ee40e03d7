#include "parser/skip.h"

#include "base/processor.h"
#include "parser/skip_variants.h"
#include "parser/wire.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define LOW_BITS UINT64_C(0x0101010101010101)

#define INLINE static inline __attribute__((always_inline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ==== Integer by integer, and eight bytes at a time ========================================= */

INLINE const uint8_t *skip_one(const uint8_t *at, const uint8_t *end) {
    for (int length = 1; at < end; length++) {
        if (*at++ < 0x80 || length == 9) return at;
    }
    return NULL;
}

static const uint8_t *skip_bytes(const uint8_t *at, const uint8_t *end, uint64_t n) {
    if (at > end) return NULL;
    while (n--) {
        at = skip_one(at, end);
        if (at == NULL) return NULL;
    }
    return at;
}

/* Steps from integer to integer: each round begins at the first byte of one, so that a word with
 * no last byte in it is the beginning of a nine-byte integer and nothing else can be one. */
static const uint8_t *skip_words(const uint8_t *at, const uint8_t *end, uint64_t n) {
    if (at > end) return NULL;
    while (n && end - at >= 8) {
        uint64_t last = ~wire_load(at) & WIRE_TOP_BITS;
        if (UNLIKELY(last == 0)) {
            if (end - at < 9) return NULL;
            at += 9;
            n--;
            continue;
        }
        uint64_t sums = (last >> 7) * LOW_BITS; /* byte i: how many of bytes 0..i are last bytes */
        uint64_t count = sums >> 56;
        if (count >= n) { /* the first byte whose sum is n */
            uint64_t reached = ((sums | WIRE_TOP_BITS) - n * LOW_BITS) & WIRE_TOP_BITS;
            return at + (__builtin_ctzll(reached) >> 3) + 1;
        }
        n -= count;
        at += 8 - (__builtin_clzll(last) >> 3);
    }
    return skip_bytes(at, end, n);
}

/* ==== 64 bytes at a time ==================================================================== */

/* Bit i of a mask: byte i has its top bit set, its integer goes on. */
typedef uint64_t mask_function(const uint8_t *p);
/* Number of set bits. */
typedef unsigned count_function(uint64_t bits);
/* Position of the k-th set bit, k counted from 1; there are at least k. */
typedef unsigned select_function(uint64_t bits, uint64_t k);

/* Bytes before the block, described by its predecessor's mask, that belong to an integer which
 * goes on into the block. The mask is never all ones: see may_be_nine. */
INLINE unsigned open_bytes(uint64_t before) {
    return (unsigned)__builtin_clzll(~before);
}

/* Could the ninth byte of an integer lie in this block? Only a ninth byte that looks like one that
 * goes on matters: a run of nine set bits, beginning in this block or in the one before. */
static bool may_be_nine(uint64_t before, uint64_t more) {
    uint64_t runs = more & (more >> 1);
    runs &= runs >> 2;
    runs &= runs >> 4; /* set: eight in a row start here */
    return runs != 0 || open_bytes(before) + (unsigned)__builtin_ctzll(~more) > 8;
}

/* The one loop of all variants. The address of the next block does not depend on what is in this
 * one, so loads run ahead; before is what must be remembered to come back to an integer's start.
 * Up to few integers are faster found in words: few is measured (bench/skip_bench.c). */
INLINE const uint8_t *skip_blocks(const uint8_t *at, const uint8_t *end, uint64_t n, uint64_t few,
                                  mask_function *mask, count_function *count,
                                  select_function *select) {
    if (at > end) return NULL;
    if (n == 0) return at;
    if (n <= few) return skip_words(at, end, n);
    uint64_t before = 0, runs_before = 0; /* at is the start of an integer */
    while (end - at >= 64) {
        uint64_t more = mask(at);
        /* Nine in a row have five within one block: cheap to see, and there are none in stacks.
         * Where there are (timestamps), look closely, in the next block as well. */
        uint64_t runs = more & (more >> 1);
        runs &= runs >> 2;
        runs &= more >> 4;
        if (UNLIKELY((runs | runs_before) != 0) && may_be_nine(before, more)) {
            const uint8_t *stop = at + 64;
            at -= open_bytes(before);
            do {
                at = skip_one(at, end);
                if (at == NULL || --n == 0) return at;
            } while (at < stop);
            before = runs_before = 0;
            continue;
        }
        uint64_t last = 64 - count(more);
        if (last >= n) return at + select(~more, n) + 1;
        n -= last;
        at += 64;
        before = more;
        runs_before = runs;
    }
    return skip_words(at - open_bytes(before), end, n);
}

/* ---- Counting and finding bits in plain C --------------------------------------------------- */

/* Byte i: how many bits are set in bytes 0..i. */
INLINE uint64_t bit_sums(uint64_t bits) {
    bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    return ((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * LOW_BITS;
}

INLINE unsigned count_plain(uint64_t bits) {
    return (unsigned)(bit_sums(bits) >> 56);
}

/* Number of the first byte of sums that is k or more, times 8. Sums are 64 at most. */
INLINE unsigned first_reaching(uint64_t sums, uint64_t k) {
    return (unsigned)__builtin_ctzll(((sums | WIRE_TOP_BITS) - k * LOW_BITS) & WIRE_TOP_BITS) & ~7u;
}

/* No branch, no table: first the byte, then the bit in it, spread out to a byte a bit. */
INLINE unsigned select_plain(uint64_t bits, uint64_t k) {
    uint64_t sums = bit_sums(bits);
    unsigned shift = first_reaching(sums, k);
    k -= (sums << 8 >> shift) & 0xff;
    uint64_t spread = ((bits >> shift) & 0xff) * LOW_BITS & UINT64_C(0x8040201008040201);
    uint64_t ones = (spread + (WIRE_TOP_BITS - LOW_BITS)) >> 7 & LOW_BITS;
    return shift + first_reaching(ones * LOW_BITS, k) / 8;
}

/* ---- The variants --------------------------------------------------------------------------- */

static bool always(void) {
    return true;
}

#if defined(__x86_64__)

INLINE uint64_t mask_sse2(const uint8_t *p) {
    uint64_t a = (uint16_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i_u *)p));
    uint64_t b = (uint16_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i_u *)(p + 16)));
    uint64_t c = (uint16_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i_u *)(p + 32)));
    uint64_t d = (uint16_t)_mm_movemask_epi8(_mm_loadu_si128((const __m128i_u *)(p + 48)));
    return a | b << 16 | c << 32 | d << 48;
}

static const uint8_t *skip_sse2(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 8, mask_sse2, count_plain, select_plain);
}

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

AVX2 static inline uint64_t mask_avx2(const uint8_t *p) {
    uint32_t low = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)p));
    uint32_t high = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)(p + 32)));
    return low | (uint64_t)high << 32;
}

AVX2 static inline unsigned count_avx2(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

AVX2 static inline unsigned select_avx2(uint64_t bits, uint64_t k) {
    return (unsigned)_tzcnt_u64(_pdep_u64(UINT64_C(1) << (k - 1), bits));
}

AVX2 static const uint8_t *skip_avx2(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 0, mask_avx2, count_avx2, select_avx2);
}

AVX2 static const uint8_t *skip_avx2_plain(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 8, mask_avx2, count_avx2, select_plain);
}

#elif defined(__aarch64__)

INLINE uint64_t mask_neon(const uint8_t *p) {
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t weight = vld1q_u8(weights);
    uint8x16_t part[4];
    for (int i = 0; i < 4; i++) {
        uint8x16_t more = vcltzq_s8(vreinterpretq_s8_u8(vld1q_u8(p + 16 * i)));
        part[i] = vandq_u8(more, weight);
    }
    /* Adding neighbours three times gathers eight bytes' bits in one byte, in order. */
    uint8x16_t sum = vpaddq_u8(vpaddq_u8(part[0], part[1]), vpaddq_u8(part[2], part[3]));
    sum = vpaddq_u8(sum, sum);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
}

INLINE unsigned count_neon(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

static const uint8_t *skip_neon(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 8, mask_neon, count_neon, select_plain);
}

#elif defined(__wasm_simd128__)

INLINE uint64_t mask_wasm(const uint8_t *p) {
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++)
        mask |= (uint64_t)wasm_i8x16_bitmask(wasm_v128_load(p + 16 * i)) << (16 * i);
    return mask;
}

INLINE unsigned count_wasm(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

static const uint8_t *skip_wasm(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 8, mask_wasm, count_wasm, select_plain);
}

#endif

/* Eight times eight bits, gathered by a multiplication whose partial products do not meet. */
INLINE uint64_t mask_plain(const uint8_t *p) {
    uint64_t mask = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t top = (wire_load(p + 8 * i) & WIRE_TOP_BITS) >> 7;
        mask |= (top * UINT64_C(0x0102040810204080)) >> 56 << (8 * i);
    }
    return mask;
}

static const uint8_t *skip_plain(const uint8_t *at, const uint8_t *end, uint64_t n) {
    return skip_blocks(at, end, n, 16, mask_plain, count_plain, select_plain);
}

const struct skip_variant skip_variants[] = {
#if defined(__x86_64__)
    {"avx2+pdep", skip_avx2, processor_has_fast_pdep},
    {"avx2", skip_avx2_plain, processor_has_avx2},
    {"sse2", skip_sse2, always},
#elif defined(__aarch64__)
    {"neon", skip_neon, always},
#elif defined(__wasm_simd128__)
    {"wasm simd128", skip_wasm, always},
#endif
    {"64 bytes plain", skip_plain, always},
    {"words", skip_words, always},
    {"bytes", skip_bytes, always},
};
const size_t skip_variant_count = sizeof skip_variants / sizeof *skip_variants;

static const uint8_t *choose_and_skip(const uint8_t *at, const uint8_t *end, uint64_t n) {
    const struct skip_variant *variant = skip_variants;
    while (!variant->usable()) variant++;
    atomic_store_explicit(&skip_chosen, variant->skip, memory_order_relaxed);
    return variant->skip(at, end, n);
}

_Atomic(skip_function *) skip_chosen = choose_and_skip;
