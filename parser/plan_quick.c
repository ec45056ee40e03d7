/* Plans that are read faster than step by step: each integer as one word. Of many events all take
 * one step before the first takes the next, so that a step is a few instructions in a loop. */
#include "parser/plan.h"

#include "base/prefetch.h"
#include "base/processor.h"
#include "parser/wire.h"

#include <string.h>

#define ROOM 16     /* bytes that a step may look at, and of which it takes nine at most */
#define MASK 32     /* bytes that a mask is of */
#define NOUGHTS 256 /* the least that a plan may take of an event */
#define LONGEST 9   /* bytes of an integer */
#define TEXT 129    /* of a text that is not left to others */
#define ROW 8       /* integers of a struct that QUICK_ROOM is enough for */
#define LOW_BITS UINT64_C(0x0101010101010101)

#define INLINE static inline __attribute__((always_inline))

/* ==== Words ================================================================================= */

/* The lower seven bits of each byte, side by side. */
typedef uint64_t gather_function(uint64_t word);
/* Which byte has the n-th of the top bits, counted from 1; 8: there are fewer. */
typedef unsigned nth_function(uint64_t tops, uint64_t n);
/* Of a text's head and its up to 127 bytes: are there chars of more than a byte? left: bytes up to
 * where nothing may be looked at. */
typedef bool wide_function(const uint8_t *p, uint64_t kind, uint64_t len, uint64_t left);

struct words { /* what processors that deposit and extract bits do in another way */
    gather_function *gather;
    nth_function *nth;
    wide_function *wide;
};

INLINE uint64_t gather_plain(uint64_t word) {
    return wire_compact(word & ~WIRE_TOP_BITS);
}

INLINE unsigned nth_plain(uint64_t tops, uint64_t n) {
    if (n > 8) return 8;
    uint64_t sums = (tops >> 7) * LOW_BITS; /* byte i: how many there are in bytes 0 to i */
    uint64_t reached = ((sums | WIRE_TOP_BITS) - n * LOW_BITS) & WIRE_TOP_BITS;
    return reached ? (unsigned)__builtin_ctzll(reached) >> 3 : 8;
}

INLINE bool wide_plain(const uint8_t *p, uint64_t kind, uint64_t len, uint64_t left) {
    (void)left;
    return kind == WIRE_CHARS && !wire_is_ascii(p + 2, (size_t)len);
}

static const struct words plain = {gather_plain, nth_plain, wide_plain};

/* ==== Steps ================================================================================= */

static uint64_t bytes_from(const uint8_t *p, const uint8_t *end) {
    return (uint64_t)((uintptr_t)end - (uintptr_t)p);
}

INLINE uint64_t extended(uint64_t value, struct step step) {
    unsigned shift = 64 - 8U * step.width;
    return step.is_unsigned ? value << shift >> shift
                            : (uint64_t)((int64_t)(value << shift) >> shift);
}

INLINE uint64_t byte_at(const uint8_t *p, struct step step) {
    return step.is_unsigned ? *p : (uint64_t)(int64_t)(int8_t)*p;
}

/* The lowest bit that is set, and all below it. */
INLINE uint64_t upto(uint64_t bits) {
    return bits ^ (bits - 1);
}

INLINE const uint8_t *take_integer(const uint8_t *p, struct step step, uint64_t *value,
                                   gather_function *gather) {
    uint64_t word = wire_load(p), tops = ~word & WIRE_TOP_BITS;
    if (!tops) { /* nine bytes, of the last of which all bits count */
        *value = extended(gather(word) | (uint64_t)p[8] << 56, step);
        return p + 9;
    }
    *value = extended(gather(word & upto(tops)), step);
    return p + (__builtin_ctzll(tops) >> 3) + 1;
}

/* NULL: some lie behind last. */
INLINE const uint8_t *skip_integers(const uint8_t *p, uint32_t n, const uint8_t *last,
                                    nth_function *nth) {
    for (;;) {
        uint64_t tops = ~wire_load(p) & WIRE_TOP_BITS;
        unsigned at = nth(tops, n);
        if (at < 8) return p + at + 1;
        p += tops ? 8 - (__builtin_clzll(tops) >> 3) : 9;
        n -= tops ? (uint32_t)__builtin_popcountll(tops) : 1;
        if (n == 0) return p;
        if ((uintptr_t)p > (uintptr_t)last) return NULL;
    }
}

/* NULL: it is odd, and left to others. What kind a text is cannot be foretold, so that hardly
 * anything branches. left: bytes up to the chunk's end. */
INLINE const uint8_t *behind_text(const uint8_t *p, uint64_t left, wide_function *wide) {
    uint64_t word = wire_load(p), kind = word & 0xFF, len = word >> 8 & 0xFF, behind = len + 2;
    uint64_t tops = ~word & WIRE_TOP_BITS & ~(uint64_t)0xFF;
    if (kind == WIRE_CONSTANT) behind = tops ? (uint64_t)(__builtin_ctzll(tops) >> 3) + 1 : 0;
    if (kind <= WIRE_EMPTY) behind = 1;
    bool odd = (kind > WIRE_LATIN1) | ((kind == WIRE_CONSTANT) & !tops) |
               ((kind > WIRE_CONSTANT) & (len > 127)) | (behind > left);
    return odd || wide(p, kind, len, left) ? NULL : p + behind;
}

/* ==== One event ============================================================================= */

INLINE bool one_by(const struct words *by, const struct jfr_plan *plan, const uint8_t *chunk_data,
                   const uint8_t **at, const uint8_t *end, const uint8_t *limit, uint64_t *values) {
    const struct step *step = plan->steps.items, *stop = step + plan->steps.len;
    const uint8_t *p = *at, *last = limit - ROOM; /* from which on a step is taken */
    for (uint32_t i = 0; i < plan->slot_count && !plan->quick.fills; i++) values[i] = 0;
    for (; step < stop; step++) {
        if (!p || p > last) return false;
        switch (step->op) {
        case TAKE_VARINT: p = take_integer(p, *step, &values[step->n], by->gather); break;
        case SKIP_VARINTS: p = skip_integers(p, step->n, last, by->nth); break;
        case SKIP_BYTES: p = step->n <= bytes_from(p, limit) ? p + step->n : NULL; break;
        case TAKE_BYTE: values[step->n] = byte_at(p++, *step); break;
        case TAKE_POSITION:
            if (step->width && p >= end) return false;
            values[step->n] = (uint64_t)(p - chunk_data);
            break;
        case TAKE_AGAIN: values[step->n] = values[step[-1].n]; break;
        default: p = behind_text(p, bytes_from(p, limit), by->wide); /* SKIP_STRING */
        }
    }
    if (!p || p > end) return false;
    *at = p;
    return true;
}

struct integers { /* a row of them: where each goes, and by how much it is shifted to be extended */
    uint8_t slot[ROW], shift[ROW];
};

/* Those of the word that end at its tops, of which there are len or more: how many bytes. */
INLINE size_t take_word(uint64_t word, uint64_t tops, size_t len, const struct integers *row,
                        uint64_t *values, gather_function *gather) {
    unsigned read = 0; /* bits */
    for (size_t k = 0; k < len; k++, tops &= tops - 1) {
        unsigned end = (unsigned)__builtin_ctzll(tops) + 1;
        uint64_t value = gather((word & upto(tops)) >> read);
        values[row->slot[k]] = (uint64_t)((int64_t)(value << row->shift[k]) >> row->shift[k]);
        read = end;
    }
    return read >> 3;
}

/* Nearly all rows are a word or less. */
INLINE size_t rows_by(const struct words *by, const struct jfr_plan *plan, const uint8_t **at,
                      const uint8_t *limit, size_t count, uint64_t *values) {
    const struct step *steps = plan->steps.items;
    const size_t len = plan->steps.len, width = plan->slot_count;
    const uint8_t *p = *at;
    struct integers row;
    size_t rows = 0;
    for (size_t k = 0; k < len; k++) {
        row.slot[k] = (uint8_t)steps[k].n;
        row.shift[k] = (uint8_t)(64 - 8 * steps[k].width);
    }
    for (; rows < count && limit - p >= QUICK_ROOM; rows++, values += width) {
        uint64_t word = wire_load(p), tops = ~word & WIRE_TOP_BITS;
        if ((size_t)__builtin_popcountll(tops) >= len)
            p += take_word(word, tops, len, &row, values, by->gather);
        else
            for (size_t k = 0; k < len; k++)
                p = take_integer(p, steps[k], &values[steps[k].n], by->gather);
    }
    *at = p;
    return rows;
}

/* ==== Many events =========================================================================== */

struct many {
    const uint8_t *at[PLAN_MANY], *end[PLAN_MANY]; /* how far each has come, and may */
    const uint8_t *limit;
    size_t count, width;
    uint64_t odd; /* bit: the event is left to others */
};

/* What an odd event is read from in its place: any plan can go on there. */
static const uint8_t noughts[NOUGHTS + ROOM + 2 * MASK];

static const uint8_t *leave(struct many *m, size_t i) {
    m->odd |= UINT64_C(1) << i;
    return noughts;
}

INLINE void take_integers(struct many *m, struct step step, uint64_t *values,
                          gather_function *gather) {
    const struct step whole = {.width = 8};
    for (size_t i = 0, count = m->count, width = m->width; i < count && step.width == 8; i++)
        m->at[i] = take_integer(m->at[i], whole, values + i * width, gather);
    for (size_t i = 0, count = m->count, width = m->width; i < count && step.width < 8; i++)
        m->at[i] = take_integer(m->at[i], step, values + i * width, gather);
}

static void take_bytes(struct many *m, struct step step, uint64_t *values) {
    for (size_t i = 0, count = m->count, width = m->width; i < count; i++)
        values[i * width] = byte_at(m->at[i]++, step);
}

static void take_positions(struct many *m, struct step step, const uint8_t *chunk_data,
                           uint64_t *values) {
    for (size_t i = 0, count = m->count, width = m->width; i < count; i++) {
        if (step.width && (uintptr_t)m->at[i] >= (uintptr_t)m->end[i]) m->at[i] = leave(m, i);
        values[i * width] = bytes_from(chunk_data, m->at[i]);
    }
}

static void skip_bytes(struct many *m, struct step step) {
    for (size_t i = 0, count = m->count; i < count; i++) m->at[i] += step.n;
}

INLINE uint64_t many_by(const struct words *by, const struct jfr_plan *plan,
                        const struct jfr_chunk *chunk, struct plan_batch batch, uint64_t *values,
                        size_t width) {
    struct many m;
    m.limit = chunk->data + chunk->size;
    const uint8_t *last = m.limit - plan->quick.most; /* from which on no step has to look */
    m.count = batch.count;
    m.width = width;
    m.odd = 0;
    for (size_t i = 0; i < batch.count; i++) {
        m.at[i] = batch.first[i * batch.step];
        m.end[i] = batch.first[i * batch.step + 1];
        prefetch(m.at[i]);
        prefetch(m.end[i] - 1);
        if (m.at[i] > last) m.at[i] = leave(&m, i);
    }
    for (size_t i = 0; i < batch.count && !plan->quick.fills; i++)
        for (uint32_t k = 0; k < plan->slot_count; k++) values[i * width + k] = 0;
    for (size_t k = 0; k < plan->steps.len; k++) {
        struct step step = plan->steps.items[k];
        const uint8_t *p;
        switch (step.op) {
        case TAKE_VARINT: take_integers(&m, step, values + step.n, by->gather); break;
        case SKIP_VARINTS:
            for (size_t i = 0; i < m.count; i++) {
                p = skip_integers(m.at[i], step.n, m.limit, by->nth);
                m.at[i] = p ? p : leave(&m, i);
            }
            break;
        case SKIP_BYTES: skip_bytes(&m, step); break;
        case TAKE_BYTE: take_bytes(&m, step, values + step.n); break;
        case TAKE_POSITION: take_positions(&m, step, chunk->data, values + step.n); break;
        case TAKE_AGAIN:
            for (size_t i = 0; i < m.count; i++)
                values[i * width + step.n] = values[i * width + plan->steps.items[k - 1].n];
            break;
        default: /* SKIP_STRING */
            for (size_t i = 0; i < m.count; i++) {
                p = behind_text(m.at[i], QUICK_ROOM + TEXT, by->wide); /* see is_quick */
                m.at[i] = p ? p : leave(&m, i);
            }
        }
    }
    for (size_t i = 0; i < m.count; i++)
        if ((uintptr_t)m.at[i] > (uintptr_t)m.end[i]) leave(&m, i);
    return m.odd;
}

/* ==== For each kind of machine ============================================================== */

#define WITH(words, target)                                                                        \
    target static bool read_##words(const struct jfr_plan *plan, const uint8_t *chunk_data,        \
                                    const uint8_t **at, const uint8_t *end, const uint8_t *limit,  \
                                    uint64_t *values) {                                            \
        return one_by(&words, plan, chunk_data, at, end, limit, values);                           \
    }                                                                                              \
    target static uint64_t read_many_##words(                                                      \
        const struct jfr_plan *plan, const struct jfr_chunk *chunk, struct plan_batch batch,       \
        uint64_t *values, size_t width) {                                                          \
        return many_by(&words, plan, chunk, batch, values, width);                                 \
    }                                                                                              \
    target static size_t read_rows_##words(const struct jfr_plan *plan, const uint8_t **at,        \
                                           const uint8_t *limit, size_t count, uint64_t *values) { \
        return rows_by(&words, plan, at, limit, count, values);                                    \
    }

WITH(plain, )

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

AVX2 static inline uint64_t gather_bits(uint64_t word) {
    return _pext_u64(word, ~WIRE_TOP_BITS);
}

AVX2 static inline unsigned nth_bit(uint64_t tops, uint64_t n) {
    uint64_t nth = n > 8 ? 0 : _pdep_u64(UINT64_C(1) << (n - 1), tops);
    return (unsigned)_tzcnt_u64(nth) >> 3;
}

AVX2 static inline uint32_t more_at(const uint8_t *p) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)p));
}

AVX2 static inline bool wide_mask(const uint8_t *p, uint64_t kind, uint64_t len, uint64_t left) {
    if (len + 2 > 2 * MASK || left < 2 * MASK) return wide_plain(p, kind, len, left);
    uint64_t more = more_at(p) | (uint64_t)more_at(p + MASK) << MASK;
    return (kind == WIRE_CHARS) & (_bzhi_u64(more >> 2, (unsigned)len) != 0);
}

static const struct words extracted = {gather_bits, nth_bit, wide_mask};

WITH(extracted, AVX2)

#endif

static bool always(void) {
    return true;
}

const struct plan_quick_variant plan_quick_variants[] = {
#if defined(__x86_64__)
    {processor_has_fast_pdep, read_extracted, read_many_extracted, read_rows_extracted},
#endif
    {always, read_plain, read_many_plain, read_rows_plain},
};
const size_t plan_quick_variant_count = sizeof plan_quick_variants / sizeof *plan_quick_variants;

/* Integers, bytes and texts, one at a time, of which few take noughts to their end. most: bytes
 * that may be looked at. */
static bool is_quick(const struct jfr_plan *plan, uint64_t *most) {
    uint64_t bytes = 0;
    *most = QUICK_ROOM;
    for (size_t i = 0; i < plan->steps.len; i++) {
        enum op op = plan->steps.items[i].op;
        bool can = op == TAKE_VARINT || op == SKIP_VARINTS || op == SKIP_BYTES || op == TAKE_BYTE ||
                   op == TAKE_POSITION || op == TAKE_AGAIN || op == SKIP_STRING;
        if (!can) return false;
        uint64_t some = op == SKIP_VARINTS || op == SKIP_BYTES ? plan->steps.items[i].n : 1;
        bytes += some;
        *most += op == SKIP_STRING ? TEXT : op == SKIP_BYTES ? some : some * LONGEST;
    }
    return plan->steps.len > 0 && bytes <= NOUGHTS;
}

void plan_quick_make(struct jfr_plan *plan) {
    size_t taken = 0, signed_integers = 0;
    if (!wire_is_compressed(plan->encoding) || !is_quick(plan, &plan->quick.most)) return;
    EACH (const struct step, step, &plan->steps) {
        taken += step->op >= TAKE_VARINT;
        signed_integers += step->op == TAKE_VARINT && (step->width == 8 || !step->is_unsigned);
    }
    plan->quick.fills = taken == plan->slot_count;
    bool rows = plan->quick.fills && signed_integers == plan->steps.len && plan->steps.len <= ROW;
    const struct plan_quick_variant *variant = plan_quick_variants;
    while (!variant->usable()) variant++;
    plan->quick.read = variant->read;
    plan->quick.read_many = variant->read_many;
    if (rows) plan->quick.read_rows = variant->read_rows;
}
