#include "analyzers/buckets.h"
#include "analyzers/profile.h"

#include <stdlib.h>

void buckets_add(struct buckets *b, const struct bucket *sample) {
    uint64_t key = map_mix(sample->stack ^ map_mix((uint64_t)sample->time_ns)) + sample->context;
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&b->index, key, &fresh);
        if (fresh) {
            *index = b->items.len;
            array_push(&b->items, *sample);
            return;
        }
        struct bucket *bucket = &b->items.items[*index];
        if (bucket->stack == sample->stack && bucket->context == sample->context &&
            bucket->time_ns == sample->time_ns) {
            bucket->samples += sample->samples;
            profile_add_value(&bucket->value, sample->value);
            return;
        }
    }
}

static int compare(const void *a, const void *b) {
    const struct bucket *x = a, *y = b;
    if (x->stack != y->stack) return x->stack < y->stack ? -1 : 1;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->time_ns > y->time_ns) - (x->time_ns < y->time_ns);
}

void buckets_sort(struct buckets *b) {
    if (b->items.len) qsort(b->items.items, b->items.len, sizeof *b->items.items, compare);
}

void buckets_clear(struct buckets *b) {
    map_clear(&b->index);
    b->items.len = 0;
}

void buckets_free(struct buckets *b) {
    map_free(&b->index);
    array_free(&b->items);
}
