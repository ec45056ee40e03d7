/* Moments: samples by the million, in 16 bytes each. When, on which stack, and a number for who it
 * was: the thread and the state that it was in.
 *
 *   items    {time, stack, who}                            16 bytes
 *   counts   samples that each stands for                   8 more, once one stands for another
 *                                                           number than 1
 *   values   what they are worth                            8 more, once they are not worth the
 *                                                           same each
 *
 * So execution samples take 16 bytes, whatever their period; amounts take 24.
 * What agrees in all three becomes one when it is sorted, and before that whenever there is twice
 * as much as the time before, or eight times where that left nearly all: there is no index. The
 * zeroed struct is empty.
 */
#ifndef ANALYZERS_PROFILE_MOMENTS_H
#define ANALYZERS_PROFILE_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct moment {
    int64_t time_ns;
    uint32_t stack, who;
};

struct moments {
    struct moment *items;
    uint64_t *counts; /* NULL: 1 each */
    int64_t *values;  /* NULL: each for each sample */
    size_t len, cap;
    int64_t each;
    size_t joined; /* the first so many are sorted, and what agrees is one */
    size_t next;   /* how many there are when they are sorted again, see moments_tidy */
};

static inline uint64_t moments_count(const struct moments *m, size_t i) {
    return m->counts ? m->counts[i] : 1;
}

int64_t moments_value(const struct moments *moments, size_t i);
void moments_push(struct moments *moments, struct moment moment, uint64_t count, int64_t value);
/* Adds to what the moment at i stands for, and is worth. */
void moments_add(struct moments *moments, size_t i, uint64_t count, int64_t value);
/* They are all worth so much for each sample. */
void moments_worth(struct moments *moments, int64_t each);
void moments_set_value(struct moments *moments, size_t i, int64_t value);
/* What stands at from is to stand at to, which is not behind it, as that moment. */
void moments_move(struct moments *moments, size_t to, size_t from, struct moment moment);
/* Only the first so many stay. */
void moments_keep(struct moments *moments, size_t len);
/* By time, then stack and who: in place, without other memory. */
void moments_sort(struct moments *moments);
/* Sorted, those that agree become one. */
void moments_join(struct moments *moments);
/* Sorts and joins if many came since it was done. */
void moments_tidy(struct moments *moments);
/* into += from, which is empty afterwards. */
void moments_append(struct moments *into, struct moments *from);
void moments_free(struct moments *moments);

#endif
