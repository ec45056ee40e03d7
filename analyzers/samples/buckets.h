/* Buckets: one chunk's samples, told apart by the chunk's own keys before any name is looked up.
 * Keys of stacks get numbers, so that a sample takes 16 bytes (analyzers/profile/moments.h). */
#pragma once

#include "analyzers/profile/moments.h"
#include "base/array.h"
#include "base/map.h"

struct bucket {
    uint64_t stack;   /* key of the stack trace */
    uint32_t context; /* number of its thread and state */
    int64_t time_ns;  /* start of its grain, or PROFILE_NO_TIME */
    uint64_t samples;
    int64_t value;
};

#define BUCKETS_AT_ONCE 64
#define BUCKETS_NEAR 256
#define BUCKETS_FAR 8192 /* slots: a map of more lies in memory that is not near */

struct buckets {
    struct moments items;        /* stack: number of its key, who: context */
    ARRAY(uint64_t) keys;        /* by number */
    struct map numbers;          /* key -> number */
    uint32_t near[BUCKETS_NEAR]; /* likewise, of those that came last, by their low bits */
    struct map timeless;         /* stack and context -> item, of those without a time */
    uint32_t *last;              /* by hash of stack and context: their last item with a time, */
    size_t last_size, pairs;     /* which is that of the next, mostly; slots, and those in use */
    int64_t begin;               /* of the grain that the sample before was in */
    size_t repeated;             /* items like one before, see moments_are_many */
};

/* Adds so many, BUCKETS_AT_ONCE at most, each to the bucket that agrees in stack, context and time,
 * if it has none; with join in any case, as far as it is the last of stack and context and such are
 * not few, and now and then to all. */
void buckets_add(struct buckets *buckets, const struct bucket *samples, size_t count, bool join);
/* Is it worth having numbers of stacks brought while other samples are added? */
static inline bool buckets_are_far(const struct buckets *b) {
    return b->numbers.size > BUCKETS_FAR;
}
/* The key of the stack of bucket i. */
static inline uint64_t buckets_stack(const struct buckets *b, size_t i) {
    return b->keys.items[b->items.items[i].stack];
}
/* Keeps the memory, unless it is much; what comes next has the limit and the grain of others. */
void buckets_clear(struct buckets *buckets, const struct moments *like);
/* No more samples come: only the items are needed, and the keys. */
void buckets_end(struct buckets *buckets);
void buckets_free(struct buckets *buckets);
