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
 * as much as the time before, or eight times where that left nearly all: there is no index. A few
 * that agree among thousands stay as they are: to count them would take 8 bytes of all. The zeroed
 * struct is empty.
 *
 * Where there is a limit, and more differ than that, times become those of the first grain of 10,
 * 100 and 1,000 ms in which there are no more, or the last: a function of all that was added,
 * whatever the order and the parts.
 */
#pragma once

#include "base/missing.h"

#include <stddef.h>

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
    size_t joined; /* the first so many are sorted, and what agrees is one, or stands in a row */
    size_t next;   /* how many there are when they are sorted again, see moments_tidy */
    size_t most;   /* that may differ at their own times; 0: there is no limit */
    int64_t grain; /* ns, of which all times are multiples; 0: of none */
};

/* The begin of the time's grain. */
static inline int64_t moments_floor(int64_t grain, int64_t time_ns) {
    if (grain <= 1 || time_ns < INT64_MIN + grain) return time_ns; /* such as a missing one */
    int64_t behind = time_ns % grain;
    return time_ns - (behind < 0 ? behind + grain : behind);
}

/* How many samples moment i stands for: 1 where no counts are kept. */
static inline uint64_t moments_count(const struct moments *m, size_t i) {
    return m->counts ? m->counts[i] : 1;
}

/* The same, most likely of a time in the grain that begins at *begin, which it moves. */
static inline int64_t moments_floor_near(int64_t grain, int64_t time_ns, int64_t *begin) {
    if ((uint64_t)time_ns - (uint64_t)*begin >= (uint64_t)grain || time_ns < *begin)
        *begin = moments_floor(grain, time_ns);
    return *begin;
}

/* Does each stand for one sample, and are all worth the same? */
static inline bool moments_are_single(const struct moments *m) {
    return !m->counts && !m->values;
}

/* Do those of which there is another one before take more, 16 bytes each, than counts of all
 * would? */
static inline bool moments_are_many(const struct moments *m, size_t repeated) {
    return repeated > m->len / 2;
}

/* The value of the samples at a place, in the unit of the profile. */
int64_t moments_value(const struct moments *moments, size_t i);
/* Appends samples of one moment; count and value are of all of them. */
void moments_push(struct moments *moments, struct moment moment, uint64_t count, int64_t value);
/* Adds samples to those of a place. */
void moments_add_other(struct moments *moments, size_t i, uint64_t count, int64_t value);
/* Adds to what the moment at i stands for, and is worth. */
static inline void moments_add(struct moments *m, size_t i, uint64_t count, int64_t value) {
    int64_t alike;
    if (m->counts && !m->values && !__builtin_mul_overflow(m->each, count, &alike) &&
        alike == value)
        m->counts[i] += count;
    else moments_add_other(m, i, count, value);
}
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
/* Sorted, and joined unless few of thousands agree. */
void moments_gather(struct moments *moments);
/* The same, and no more than the limit, as far as grains help. */
void moments_fit(struct moments *moments);
void moments_tidy_now(struct moments *moments);

#define MOMENTS_LEAST 4096          /* below which it does not matter what they take, */
#define MOMENTS_LEAST_OF_MOST 65536 /* and where a limit of so many or more keeps them few */
/* Does that if many came since it was done. */
static inline void moments_tidy(struct moments *m) {
    size_t least = m->most >= MOMENTS_LEAST_OF_MOST ? MOMENTS_LEAST_OF_MOST : MOMENTS_LEAST;
    if (m->len >= least && m->len >= m->next) moments_tidy_now(m);
}
/* Times become those of the grain, if it is a coarser one. */
void moments_coarsen(struct moments *moments, int64_t grain);
/* Empty ones with the limit and the grain of others. */
struct moments moments_like(const struct moments *moments);
/* into += from, which is empty afterwards. */
void moments_append(struct moments *into, struct moments *from);
void moments_free(struct moments *moments); /* keeps the limit */
