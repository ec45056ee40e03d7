#include "parser/whole/stops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

void whole_stops_make(struct whole_stops *stops, const struct whole_step *steps, size_t len) {
    struct whole_stops s = {0};
    for (size_t i = 0; i < len; i++) {
        const struct whole_step *step = &steps[i];
        uint32_t n = step->op == WHOLE_KEY ? 1 : step->n;
        if (step->op == WHOLE_KEY && s.keys < WHOLE_STOPS)
            s.key[s.keys++] = (struct whole_stop){.index = s.count, .type = step->n};
        else if (step->op == WHOLE_BYTES && n < 64) s.bytes |= ((UINT64_C(1) << n) - 1) << s.count;
        else if (step->op != WHOLE_VARINTS) return;
        if (n > WHOLE_LONGEST - 1U - s.count) return;
        s.count = (uint8_t)(s.count + n);
    }
    *stops = s;
}

/* ==== One way for all machines, of five parts =============================================== */

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t tops_of(const uint8_t *at, size_t len); /* 64 bytes, or as many as are needed */
typedef unsigned count_of(uint64_t bits);
typedef unsigned place_of(uint64_t bits, unsigned k);         /* of the bit k */
typedef uint64_t gather_of(uint64_t bits, uint64_t selected); /* of selected places, together */
typedef uint64_t compact_of(uint64_t bytes);                  /* a compressed integer */

INLINE bool fits(struct whole_run *run, const struct whole_stops *stops, const uint8_t *at,
                 size_t len, tops_of *tops, count_of *count, place_of *place, gather_of *gather,
                 compact_of *compact) {
    uint64_t all = UINT64_MAX >> (64 - len), more = tops(at, len) & all, ends = ~more & all;
    uint64_t keys[WHOLE_STOPS];
    if (count(ends) != stops->count || !(ends >> (len - 1))) return false;
    more &= more >> 1;
    more &= more >> 2;
    if (more & more >> 4) return false; /* a ninth byte may have its top bit set */
    if (stops->bytes && stops->bytes & ~gather(ends & (ends << 1 | 1), ends)) return false;
    for (unsigned i = 0; i < stops->keys; i++) {
        unsigned index = stops->key[i].index;
        unsigned begin = index ? place(ends, index - 1) + 1 : 0, last = place(ends, index);
        uint64_t word = whole_load(at + begin) & UINT64_MAX >> (56 - 8 * (last - begin));
        keys[i] = compact(word & ~WHOLE_TOP_BITS);
    }
    for (unsigned i = 0; i < stops->keys; i++) keys_add(&run->want[stops->key[i].type], keys[i]);
    return true;
}

INLINE uint64_t tops_plain(const uint8_t *at, size_t len) {
    uint64_t mask = 0;
    for (size_t i = 0; i < len; i += 8) {
        uint64_t top = (whole_load(at + i) & WHOLE_TOP_BITS) >> 7;
        mask |= (top * UINT64_C(0x0102040810204080)) >> 56 << i;
    }
    return mask;
}

INLINE unsigned count_plain(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

INLINE unsigned place_plain(uint64_t bits, unsigned k) {
    while (k-- > 0) bits &= bits - 1;
    return (unsigned)__builtin_ctzll(bits);
}

INLINE uint64_t gather_plain(uint64_t bits, uint64_t selected) {
    uint64_t found = 0;
    for (unsigned i = 0; selected; i++, selected &= selected - 1)
        found |= (uint64_t)((bits & selected & -selected) != 0) << i;
    return found;
}

bool whole_fits_plain(struct whole_run *run, const struct whole_stops *stops, const uint8_t *at,
                      size_t len) {
    return fits(run, stops, at, len, tops_plain, count_plain, place_plain, gather_plain,
                whole_compact);
}

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

AVX2 static inline uint64_t tops_avx2(const uint8_t *at, size_t len) {
    uint64_t low = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)at));
    if (len <= 32) return low;
    uint32_t high =
        (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)(at + 32)));
    return low | (uint64_t)high << 32;
}

AVX2 static inline unsigned count_avx2(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

AVX2 static inline unsigned place_avx2(uint64_t bits, unsigned k) {
    return (unsigned)_tzcnt_u64(_pdep_u64(UINT64_C(1) << k, bits));
}

AVX2 static inline uint64_t gather_avx2(uint64_t bits, uint64_t selected) {
    return _pext_u64(bits, selected);
}

AVX2 static inline uint64_t compact_avx2(uint64_t bytes) {
    return _pext_u64(bytes, ~WHOLE_TOP_BITS);
}

AVX2 static bool fits_avx2(struct whole_run *run, const struct whole_stops *stops,
                           const uint8_t *at, size_t len) {
    return fits(run, stops, at, len, tops_avx2, count_avx2, place_avx2, gather_avx2, compact_avx2);
}

/* AMD's first two Zens take up to some hundred cycles for one pdep. */
whole_fits *whole_fits_choose(void) {
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    bool fast = avx2 && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
    return fast ? fits_avx2 : whole_fits_plain;
}

#else

whole_fits *whole_fits_choose(void) {
    return whole_fits_plain;
}

#endif
