/* Plans that are read with a mask, see struct quick, on machines that can deposit and extract bits.
 */
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

AVX2 static inline uint64_t extended(uint64_t value, const struct quick_take *take) {
    if (take->width == 8) return value;
    unsigned shift = 64 - 8U * take->width;
    return take->is_unsigned ? value << shift >> shift
                             : (uint64_t)((int64_t)(value << shift) >> shift);
}

AVX2 static bool read_avx2(const struct jfr_plan *plan, const uint8_t **at, const uint8_t *end,
                           uint64_t *values) {
    const struct quick *quick = &plan->quick;
    const uint8_t *begin = *at;
    const uint64_t tops = UINT64_C(0x8080808080808080);
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
        word &= _blsmsk_u64(~word & tops);
        values[take->slot] = extended(_pext_u64(word, ~tops), take);
    }
    *at = begin + last + 1;
    return true;
}

static plan_quick_read *choose(void) {
    return processor_has_fast_pdep() ? read_avx2 : NULL;
}

#else

static plan_quick_read *choose(void) {
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

void plan_quick_make(struct jfr_plan *plan) {
    struct quick q = {0};
    unsigned count = 0;
    if (!wire_is_compressed(plan->encoding)) return;
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
    q.read = choose();
    plan->quick = q;
}
