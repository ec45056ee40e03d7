#include "parser/whole/stops.h"

#include "base/processor.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

struct whole_stops whole_stops_none; /* nothing ends where none is the last */

void whole_stops_make(struct whole_stops *stops, const struct whole_step *steps, size_t len) {
    struct whole_stops s = {0};
    for (size_t i = 0; i < len; i++) {
        const struct whole_step *step = &steps[i];
        uint32_t n = step->op == WHOLE_KEY ? 1 : step->n;
        if (step->op == WHOLE_KEY && s.keys < WHOLE_STOPS && s.count > 0)
            s.key[s.keys++] =
                (struct whole_stop){.before = UINT64_C(1) << (s.count - 1), .type = step->n};
        else if (step->op == WHOLE_BYTES && n < 64) s.bytes |= ((UINT64_C(1) << n) - 1) << s.count;
        else if (step->op != WHOLE_VARINTS) return;
        if (n > WHOLE_LONGEST - 1U - s.count) return;
        s.count = (uint8_t)(s.count + n);
    }
    if (s.count > 0) s.last = UINT64_C(1) << (s.count - 1);
    *stops = s;
}

#define INLINE static inline __attribute__((always_inline))
#define ROOM (8 + WHOLE_LONGEST + 8) /* before the limit: a head, an event, a word */

typedef uint64_t tops_of(const uint8_t *at);                  /* 64 bytes */
typedef uint64_t low_of(uint64_t bits, unsigned n);           /* the lowest n, 1 to 64 */
typedef unsigned place_of(uint64_t bits, uint64_t which);     /* which: of the first 1, second 2,
                                                               * third 4...; 64: there is none */
typedef uint64_t gather_of(uint64_t bits, uint64_t selected); /* of selected places, together */
typedef uint64_t compact_of(uint64_t bytes);                  /* a compressed integer */

/* The ninth byte of an integer is its last, whatever its top bit is. */
static __attribute__((noinline)) uint64_t end_ninths(uint64_t more) {
    uint64_t done = 0; /* places that are behind the ends found */
    for (;;) {
        uint64_t run = more & ~done;
        run &= run >> 1;
        run &= run >> 2;
        run &= run >> 4;
        if (!run) return more;
        unsigned ninth = (unsigned)__builtin_ctzll(run) + 8;
        if (ninth > 63) return more;
        more &= ~(UINT64_C(1) << ninth);
        done = UINT64_MAX >> (63 - ninth);
    }
}

/* The bytes of a compressed integer of at most eight. */
INLINE uint64_t bytes_at(const uint8_t *at) {
    uint64_t word = wire_load(at), last = ~word & WIRE_TOP_BITS;
    return word & (last ^ (last - 1));
}

INLINE bool is_long(const uint8_t *at) {
    return (~wire_load(at) & WIRE_TOP_BITS) == 0;
}

/* The values of an event of len bytes, 1 to WHOLE_LONGEST. */
INLINE bool fits(const struct whole_quick *quick, struct whole_stops *stops, const uint8_t *at,
                 unsigned len, tops_of *tops, low_of *low, place_of *place, gather_of *gather,
                 compact_of *compact) {
    uint64_t more = low(tops(at), len), run = more & more >> 1;
    run &= run >> 2;
    bool longs = (run & run >> 4) != 0; /* some integers have nine bytes */
    if (__builtin_expect(longs, 0)) more = end_ninths(more);
    uint64_t ends = ~more;
    if (place(ends, stops->last) != len - 1) return false;
    if (stops->bytes && stops->bytes & ~gather(ends & (ends << 1 | 1), ends)) return false;
    if (stops->timed) {
        if (__builtin_expect(longs, 0) && is_long(at)) return false;
        uint64_t ticks = compact(bytes_at(at) & ~WIRE_TOP_BITS);
        if (ticks - quick->earliest > quick->span) return false;
    }
    for (struct whole_stop *stop = stops->key, *end = stop + stops->keys; stop < end; stop++) {
        const uint8_t *key = at + place(ends, stop->before) + 1;
        if (__builtin_expect(longs, 0) && is_long(key)) return false;
        uint64_t bytes = bytes_at(key);
        if (bytes == stop->last) continue; /* threads write many in a row */
        stop->last = bytes;
        keys_add(stop->want, compact(bytes & ~WIRE_TOP_BITS));
    }
    return true;
}

INLINE const uint8_t *walk(struct whole_quick *quick, const uint8_t *at, const uint8_t *limit,
                           tops_of *tops, low_of *low, place_of *place, gather_of *gather,
                           compact_of *compact) {
    uint64_t events = 0;
    const uint8_t *stop = limit - at > ROOM ? limit - ROOM : at;
    while (at < stop) {
        uint64_t word = wire_load(at);
        unsigned size = (unsigned)word & 0x7F, head = 2;
        if (word & 0x80) { /* four bytes, padded */
            if ((word & 0x80808080u) != 0x00808080u) break;
            size = (unsigned)wire_compact(word & 0x7F7F7F7Fu);
            word >>= 24;
            head = 5;
        }
        unsigned type = (unsigned)(word >> 8) & 0x7F;
        if (word & 0x8000) {
            if (word & 0x800000) break;
            type |= (unsigned)(word >> 9) & 0x3F80;
            head++;
        }
        unsigned len = size - head;
        if (len - 1 >= WHOLE_LONGEST ||
            !fits(quick, quick->near[type], at + head, len, tops, low, place, gather, compact))
            break;
        at += size;
        events++;
    }
    quick->events += events;
    return at;
}

INLINE uint64_t tops_plain(const uint8_t *at) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t top = (wire_load(at + i) & WIRE_TOP_BITS) >> 7;
        mask |= (top * UINT64_C(0x0102040810204080)) >> 56 << i;
    }
    return mask;
}

INLINE uint64_t low_plain(uint64_t bits, unsigned n) {
    return bits & UINT64_MAX >> (64 - n);
}

INLINE unsigned place_plain(uint64_t bits, uint64_t which) {
    for (; which > 1; which >>= 1) bits &= bits - 1;
    return bits && which ? (unsigned)__builtin_ctzll(bits) : 64;
}

INLINE uint64_t gather_plain(uint64_t bits, uint64_t selected) {
    uint64_t found = 0;
    for (unsigned i = 0; selected; i++, selected &= selected - 1)
        found |= (uint64_t)((bits & selected & -selected) != 0) << i;
    return found;
}

const uint8_t *whole_walk_plain(struct whole_quick *quick, const uint8_t *at,
                                const uint8_t *limit) {
    return walk(quick, at, limit, tops_plain, low_plain, place_plain, gather_plain, wire_compact);
}

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))

AVX2 static inline uint64_t tops_avx2(const uint8_t *at) {
    __m256i low = _mm256_loadu_si256((const __m256i_u *)at);
    __m256i high = _mm256_loadu_si256((const __m256i_u *)(at + 32));
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}

AVX2 static inline uint64_t low_avx2(uint64_t bits, unsigned n) {
    return _bzhi_u64(bits, n);
}

AVX2 static inline unsigned place_avx2(uint64_t bits, uint64_t which) {
    return (unsigned)_tzcnt_u64(_pdep_u64(which, bits));
}

AVX2 static inline uint64_t gather_avx2(uint64_t bits, uint64_t selected) {
    return _pext_u64(bits, selected);
}

AVX2 static inline uint64_t compact_avx2(uint64_t bytes) {
    return _pext_u64(bytes, ~WIRE_TOP_BITS);
}

AVX2 static const uint8_t *walk_avx2(struct whole_quick *quick, const uint8_t *at,
                                     const uint8_t *limit) {
    return walk(quick, at, limit, tops_avx2, low_avx2, place_avx2, gather_avx2, compact_avx2);
}

whole_walk *whole_walk_choose(void) {
    return processor_has_fast_pdep() ? walk_avx2 : whole_walk_plain;
}

#else

whole_walk *whole_walk_choose(void) {
    return whole_walk_plain;
}

#endif
