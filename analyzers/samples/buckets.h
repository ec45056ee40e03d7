/* Buckets: one chunk's samples, told apart by the chunk's own keys before any name is looked up. */
#ifndef ANALYZERS_SAMPLES_BUCKETS_H
#define ANALYZERS_SAMPLES_BUCKETS_H

#include "base/array.h"
#include "base/map.h"

struct bucket {
    uint64_t stack;   /* key of the stack trace */
    uint32_t context; /* number of its thread and state */
    int64_t time_ns;  /* start of its grain */
    uint64_t samples;
    int64_t value;
};

struct buckets {
    struct map index;
    ARRAY(struct bucket) items;
};

/* Adds to the bucket that agrees in stack, context and time. */
void buckets_add(struct buckets *buckets, const struct bucket *sample);
/* By stack, then context; those that agree in both stay in the order they came in. The index is
 * void then, until buckets_clear. */
void buckets_sort(struct buckets *buckets);
void buckets_clear(struct buckets *buckets); /* keeps the memory, unless it is much */
void buckets_free(struct buckets *buckets);

#endif
