#include "analyzers/samples/buckets.h"
#include "analyzers/profile/profile.h"
#include "base/sort.h"

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

void buckets_sort(struct buckets *b) {
    size_t len = b->items.len;
    uint32_t *order = sort_start(len);
    uint64_t *keys = mem_resize(NULL, len + 1, sizeof *keys);
    for (size_t i = 0; i < len; i++) keys[i] = b->items.items[i].context;
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = b->items.items[i].stack;
    sort_by(order, len, keys);
    free(keys);
    sort_move(b->items.items, sizeof *b->items.items, order, len);
    free(order);
}

#define KEPT ((size_t)1 << 14) /* buckets, of which the memory is kept for the next chunk */

void buckets_clear(struct buckets *b) {
    if (b->items.cap > KEPT) {
        buckets_free(b);
        return;
    }
    map_clear(&b->index);
    b->items.len = 0;
}

void buckets_free(struct buckets *b) {
    map_free(&b->index);
    array_free(&b->items);
}
