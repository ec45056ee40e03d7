/* Plans that are read faster than step by step, on machines that can deposit and extract bits: with
 * masks, see struct quick_run, or each integer as one word. */
#include "parser/plan.h"

#include "base/processor.h"
#include "parser/wire.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define LONGEST 64 /* bytes that a mask is of */

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define TOPS UINT64_C(0x8080808080808080)

AVX2 static inline uint64_t extended(uint64_t value, unsigned width, bool is_unsigned) {
    if (width == 8) return value;
    unsigned shift = 64 - 8U * width;
    return is_unsigned ? value << shift >> shift : (uint64_t)((int64_t)(value << shift) >> shift);
}

/* more: the bytes from begin on whose top bit is set; none in the bits behind those of the mask.
 * NULL: it is not all there, or odd. */
AVX2 static inline const uint8_t *take_run(const struct quick_run *run,
                                           const struct quick_take *take, const uint8_t *begin,
                                           uint64_t more, uint64_t ends, uint64_t *values) {
    uint64_t last = _tzcnt_u64(_pdep_u64(run->last, ends));
    if (last == 64) return NULL;
    more = _bzhi_u64(more, (unsigned)last);
    more &= more >> 1;
    more &= more >> 2;
    if (more & more >> 4) return NULL; /* the ninth byte of an integer may have its top bit set */
    if (run->bytes && run->bytes & ~_pext_u64(ends & (ends << 1 | 1), ends)) return NULL;
    for (const struct quick_take *stop = take + run->takes; take < stop; take++) {
        /* of the first: tzcnt of 0 is 64 */
        unsigned from = (unsigned)(_tzcnt_u64(_pdep_u64(take->before, ends)) + 1) & 63;
        if (!take->before) from = 0;
        uint64_t word;
        memcpy(&word, begin + from, sizeof word);
        word &= _blsmsk_u64(~word & TOPS);
        values[take->slot] = extended(_pext_u64(word, ~TOPS), take->width, take->is_unsigned);
    }
    return begin + last + 1;
}

AVX2 static inline uint32_t more_at(const uint8_t *bytes) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)bytes));
}

/* One run, of up to LONGEST bytes. */
AVX2 static bool read_one(const struct jfr_plan *plan, const uint8_t *chunk_data,
                          const uint8_t **at, const uint8_t *end, const uint8_t *limit,
                          uint64_t *values) {
    (void)chunk_data, (void)limit;
    uint64_t more = more_at(*at) | (uint64_t)more_at(*at + 32) << 32;
    for (uint32_t i = 0; i < plan->slot_count && !plan->quick.fills; i++) values[i] = 0;
    const uint8_t *behind = take_run(plan->quick.run, plan->quick.take, *at, more, ~more, values);
    if (!behind || behind > end) return false;
    *at = behind;
    return true;
}

/* Of 32 bytes those that are no ASCII, or 0. */
AVX2 static inline uint32_t odd_at(const uint8_t *bytes) {
    __m256i all = _mm256_loadu_si256((const __m256i_u *)bytes);
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_or_si256(all, _mm256_cmpeq_epi8(all, _mm256_setzero_si256())));
}

/* As wire_is_ascii, without a loop, whose end could not be foretold. */
AVX2 static inline bool is_ascii(const uint8_t *bytes, size_t len, const uint8_t *limit) {
    if (len > LONGEST || limit - bytes < LONGEST) return wire_is_ascii(bytes, len);
    uint64_t odd = odd_at(bytes) | (uint64_t)odd_at(bytes + 32) << 32;
    return _bzhi_u64(odd, (unsigned)len) == 0;
}

/* NULL: it is odd, and left to others. */
AVX2 static inline const uint8_t *behind_text(const uint8_t *p, const uint8_t *limit) {
    uint64_t len = p[1];
    if (*p == WIRE_CONSTANT) {
        uint64_t word, tops;
        memcpy(&word, p, sizeof word);
        tops = ~word & TOPS & ~(uint64_t)0xFF;
        return tops ? p + (_tzcnt_u64(tops) >> 3) + 1 : NULL;
    }
    if (*p <= WIRE_EMPTY) return p + 1;
    if (*p > WIRE_LATIN1 || len > 127 || len > (uint64_t)(limit - p) - 2) return NULL;
    if (*p == WIRE_CHARS && !is_ascii(p + 2, (size_t)len, limit)) return NULL;
    return p + 2 + len;
}

/* Of the steps that can_step knows. An integer of nine bytes, and what is odd, are left to
 * plan_read. */
AVX2 static bool read_steps(const struct jfr_plan *plan, const uint8_t *chunk_data,
                            const uint8_t **at, const uint8_t *end, const uint8_t *limit,
                            uint64_t *values) {
    const struct step *step = plan->steps.items, *stop = step + plan->steps.len;
    const uint8_t *p = *at, *last = limit - 16; /* from which on a step is taken */
    for (uint32_t i = 0; i < plan->slot_count && !plan->quick.fills; i++) values[i] = 0;
    for (; step < stop; step++) {
        uint64_t word, tops;
        if (p > last) return false;
        memcpy(&word, p, sizeof word);
        tops = ~word & TOPS;
        switch (step->op) {
        case TAKE_VARINT:
            if (!tops) return false;
            p += (_tzcnt_u64(tops) >> 3) + 1;
            values[step->n] = extended(_pext_u64(word & _blsmsk_u64(tops), ~TOPS), step->width,
                                       step->is_unsigned);
            break;
        case SKIP_VARINTS:
            for (uint32_t n = step->n;;) {
                if (!tops) return false;
                p += (_tzcnt_u64(tops) >> 3) + 1;
                if (--n == 0) break;
                if (p > last) return false;
                memcpy(&word, p, sizeof word);
                tops = ~word & TOPS;
            }
            break;
        case SKIP_BYTES:
            if (step->n > (uint64_t)(limit - p)) return false;
            p += step->n;
            break;
        case TAKE_BYTE:
            values[step->n] = step->is_unsigned ? *p : (uint64_t)(int64_t)(int8_t)*p;
            p++;
            break;
        case TAKE_POSITION:
            if (step->width && p >= end) return false;
            values[step->n] = (uint64_t)(p - chunk_data);
            break;
        case TAKE_AGAIN: values[step->n] = values[step[-1].n]; break;
        default: /* SKIP_STRING */
            if (!(p = behind_text(p, limit))) return false;
        }
    }
    if (p > end) return false;
    *at = p;
    return true;
}

/* Runs of up to 32 bytes with texts between them. */
AVX2 static bool read_runs(const struct jfr_plan *plan, const uint8_t *chunk_data,
                           const uint8_t **at, const uint8_t *end, const uint8_t *limit,
                           uint64_t *values) {
    const struct quick *quick = &plan->quick;
    const struct quick_take *take = quick->take;
    const uint8_t *p = *at;
    for (uint32_t i = 0; i < plan->slot_count && !quick->fills; i++) values[i] = 0;
    for (const struct quick_run *run = quick->run; run < quick->run + quick->runs; run++) {
        if (limit - p < QUICK_ROOM) break;
        uint32_t more = more_at(p);
        if (run->last && !(p = take_run(run, take, p, more, (uint32_t)~more, values))) break;
        take += run->takes;
        for (uint32_t i = 0; i < run->positions; i++) {
            if (p >= end) return false;
            values[run->position[i]] = (uint64_t)(p - chunk_data);
        }
        if (run->text && !(p = behind_text(p, limit))) break;
        if (run + 1 < quick->run + quick->runs) continue;
        if (p > end) return false;
        *at = p;
        return true;
    }
    return read_steps(plan, chunk_data, at, end, limit, values);
}

static void choose(struct quick *quick, bool one, bool several) {
    if (!processor_has_fast_pdep()) return;
    quick->read = one ? read_one : several ? read_runs : quick->steps ? read_steps : NULL;
}

#else

static void choose(struct quick *quick, bool one, bool several) {
    (void)quick, (void)one, (void)several;
}

#endif

static bool add_take(struct quick *quick, const struct step *step, unsigned index, bool byte) {
    if (quick->takes == QUICK_TAKES) return false;
    quick->take[quick->takes++] =
        (struct quick_take){.before = index ? UINT64_C(1) << (index - 1) : 0,
                            .slot = step->n,
                            .width = byte ? 1 : step->width,
                            .is_unsigned = step->is_unsigned};
    quick->run[quick->runs - 1].takes++;
    return true;
}

static bool add_position(struct quick_run *run, const struct step *step) {
    if (run->positions == QUICK_POSITIONS) return false;
    run->position[run->positions++] = step->n;
    return true;
}

/* What the step before took, once more. */
static bool add_again(struct quick *quick, const struct step *step) {
    struct quick_run *run = &quick->run[quick->runs - 1];
    if (step[-1].op == TAKE_POSITION || run->positions) return add_position(run, step);
    if (quick->takes == 0 || quick->takes == QUICK_TAKES) return false;
    quick->take[quick->takes] = quick->take[quick->takes - 1];
    quick->take[quick->takes++].slot = step->n;
    run->takes++;
    return true;
}

/* Integers, bytes and texts, one at a time. */
static bool can_step(const struct jfr_plan *plan) {
    for (size_t i = 0; i < plan->steps.len; i++) {
        enum op op = plan->steps.items[i].op;
        bool can = op == TAKE_VARINT || op == SKIP_VARINTS || op == SKIP_BYTES || op == TAKE_BYTE ||
                   op == TAKE_POSITION || op == TAKE_AGAIN || op == SKIP_STRING;
        if (!can) return false;
    }
    return plan->steps.len > 0;
}

/* Of the position of a text; nothing but that text may follow it. */
static bool is_of_text(const struct jfr_plan *plan, size_t i) {
    if (plan->steps.items[i].width != 1) return false;
    while (++i < plan->steps.len) {
        enum op op = plan->steps.items[i].op;
        if (op != TAKE_AGAIN && op != TAKE_POSITION) return op == SKIP_STRING;
    }
    return true;
}

/* Adds an integer or a byte, or several that are stepped over, to the last run. */
static bool add_values(struct quick *quick, const struct step *step, unsigned *count) {
    struct quick_run *run = &quick->run[quick->runs - 1];
    bool byte = step->op == SKIP_BYTES || step->op == TAKE_BYTE;
    bool skips = step->op == SKIP_VARINTS || step->op == SKIP_BYTES;
    uint32_t n = skips ? step->n : 1;
    if (!skips && ((step->op != TAKE_VARINT && step->op != TAKE_BYTE) ||
                   !add_take(quick, step, *count, byte)))
        return false;
    if (n == 0 || n >= LONGEST - *count) return false;
    if (byte) run->bytes |= ((UINT64_C(1) << n) - 1) << *count;
    *count += n;
    run->last = UINT64_C(1) << (*count - 1);
    return true;
}

/* False: the plan has something else, or too much. */
static bool make_runs(const struct jfr_plan *plan, struct quick *quick) {
    unsigned count = 0;
    quick->runs = 1;
    for (size_t i = 0; i < plan->steps.len; i++) {
        const struct step *step = &plan->steps.items[i];
        struct quick_run *run = &quick->run[quick->runs - 1];
        if (step->op == SKIP_STRING) {
            run->text = true;
            if (i + 1 == plan->steps.len) return true;
            if (quick->runs == QUICK_RUNS) return false;
            quick->runs++;
            count = 0;
        } else if (step->op == TAKE_POSITION) {
            if (!is_of_text(plan, i) || !add_position(run, step)) return false;
        } else if (step->op == TAKE_AGAIN) {
            if (i == 0 || !add_again(quick, step)) return false;
        } else if (!add_values(quick, step, &count)) {
            return false;
        }
    }
    return plan->steps.len > 0;
}

void plan_quick_make(struct jfr_plan *plan) {
    struct quick quick = {.read = NULL};
    if (!wire_is_compressed(plan->encoding)) return;
    size_t taken = 0;
    for (size_t i = 0; i < plan->steps.len; i++) taken += plan->steps.items[i].op >= TAKE_VARINT;
    bool runs = make_runs(plan, &quick);
    bool one = runs && quick.runs == 1 && !quick.run->text && !quick.run->positions;
    quick.fills = taken == plan->slot_count;
    quick.steps = can_step(plan);
    choose(&quick, one, runs && quick.steps);
    plan->quick = quick;
}
