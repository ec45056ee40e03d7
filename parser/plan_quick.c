/* Plans that are read faster than step by step, on machines that can deposit and extract bits: with
 * a mask, see struct quick, or, with texts among the steps, each integer as one word. */
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

AVX2 static bool read_avx2(const struct jfr_plan *plan, const uint8_t *chunk_data,
                           const uint8_t **at, const uint8_t *end, const uint8_t *limit,
                           uint64_t *values) {
    (void)chunk_data, (void)limit;
    const struct quick *quick = &plan->quick;
    const uint8_t *begin = *at;
    uint64_t low = (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)begin));
    uint64_t high =
        (uint32_t)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i_u *)(begin + 32)));
    uint64_t more = low | high << 32, ends = ~more;
    uint64_t last = _tzcnt_u64(_pdep_u64(quick->last, ends));
    if (last >= (uint64_t)(end - begin)) return false;
    more = _bzhi_u64(more, (unsigned)last);
    more &= more >> 1;
    more &= more >> 2;
    if (more & more >> 4) return false; /* the ninth byte of an integer may have its top bit set */
    if (quick->bytes && quick->bytes & ~_pext_u64(ends & (ends << 1 | 1), ends)) return false;
    if (quick->takes < plan->slot_count)
        for (uint32_t i = 0; i < plan->slot_count; i++) values[i] = 0;
    const struct quick_take *stop = quick->take + quick->takes;
    for (const struct quick_take *take = quick->take; take < stop; take++) {
        /* of the first: tzcnt of 0 is 64 */
        unsigned from = (unsigned)(_tzcnt_u64(_pdep_u64(take->before, ends)) + 1) & 63;
        if (!take->before) from = 0;
        uint64_t word;
        memcpy(&word, begin + from, sizeof word);
        word &= _blsmsk_u64(~word & TOPS);
        values[take->slot] = extended(_pext_u64(word, ~TOPS), take->width, take->is_unsigned);
    }
    *at = begin + last + 1;
    return true;
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
        default: { /* SKIP_STRING */
            uint64_t len = p[1];
            if (*p == WIRE_CONSTANT) {
                tops &= ~(uint64_t)0xFF;
                if (!tops) return false;
                p += (_tzcnt_u64(tops) >> 3) + 1;
            } else if (*p <= WIRE_EMPTY) {
                p++;
            } else {
                if (*p > WIRE_LATIN1 || len > 127 || len > (uint64_t)(limit - p) - 2) return false;
                if (*p == WIRE_CHARS && !wire_is_ascii(p + 2, (size_t)len)) return false;
                p += 2 + len;
            }
        }
        }
    }
    if (p > end) return false;
    *at = p;
    return true;
}

static plan_quick_read *choose(bool masked) {
    return !processor_has_fast_pdep() ? NULL : masked ? read_avx2 : read_steps;
}

#else

static plan_quick_read *choose(bool masked) {
    (void)masked;
    return NULL;
}

#endif

static bool add_take(struct quick *quick, const struct step *step, unsigned index, bool byte) {
    if (quick->takes == QUICK_TAKES) return false;
    quick->take[quick->takes++] =
        (struct quick_take){.before = index ? UINT64_C(1) << (index - 1) : 0,
                            .slot = step->n,
                            .width = byte ? 1 : step->width,
                            .is_unsigned = step->is_unsigned};
    return true;
}

/* Integers, bytes and texts, one at a time. */
static bool can_step(struct jfr_plan *plan) {
    size_t taken = 0;
    for (size_t i = 0; i < plan->steps.len; i++) {
        enum op op = plan->steps.items[i].op;
        taken += op >= TAKE_VARINT;
        bool can = op == TAKE_VARINT || op == SKIP_VARINTS || op == SKIP_BYTES || op == TAKE_BYTE ||
                   op == TAKE_POSITION || op == TAKE_AGAIN || op == SKIP_STRING;
        if (!can) return false;
    }
    plan->quick.fills = taken == plan->slot_count;
    return plan->steps.len > 0;
}

static void masked_make(struct jfr_plan *plan) {
    struct quick q = {0};
    unsigned count = 0;
    for (size_t i = 0; i < plan->steps.len; i++) {
        const struct step *step = &plan->steps.items[i];
        uint32_t n = 1;
        bool byte = step->op == SKIP_BYTES || step->op == TAKE_BYTE;
        if (step->op == TAKE_AGAIN) {
            if (q.takes == 0 || q.takes == QUICK_TAKES) return;
            q.take[q.takes] = q.take[q.takes - 1];
            q.take[q.takes++].slot = step->n;
            continue;
        }
        if (step->op == SKIP_VARINTS || step->op == SKIP_BYTES) n = step->n;
        else if ((step->op != TAKE_VARINT && step->op != TAKE_BYTE) ||
                 !add_take(&q, step, count, byte))
            return;
        if (n >= LONGEST - count) return;
        if (byte) q.bytes |= ((UINT64_C(1) << n) - 1) << count;
        count += n;
    }
    if (count == 0) return;
    q.last = UINT64_C(1) << (count - 1);
    q.read = choose(true);
    plan->quick = q;
}

void plan_quick_make(struct jfr_plan *plan) {
    if (!wire_is_compressed(plan->encoding)) return;
    masked_make(plan);
    if (!plan->quick.read && can_step(plan)) plan->quick.read = choose(false);
}
