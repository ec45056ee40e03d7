#include "analyzers/samples/buckets.h"
#include "analyzers/profile/profile.h"

#define FEW_KEYS 2048

static uint32_t number_of(struct buckets *b, uint64_t key) {
    uint32_t *near = &b->near[key % BUCKETS_NEAR];
    bool few = b->keys.len <= FEW_KEYS; /* of others it is hardly ever the one before */
    if (few && *near < b->keys.len && b->keys.items[*near] == key) return *near;
    size_t number = map_number(&b->numbers, key, b->keys.len);
    if (number == b->keys.len) array_push(&b->keys, key);
    return *near = (uint32_t)number;
}

static void add_timeless(struct buckets *b, const struct bucket *sample) {
    uint64_t hash = map_mix(sample->stack) + sample->context;
    for (;; hash = map_next_key(hash)) {
        size_t index = map_number(&b->timeless, hash, b->items.len);
        if (index == b->items.len) {
            struct moment moment = {sample->time_ns, number_of(b, sample->stack), sample->context};
            moments_push(&b->items, moment, sample->samples, sample->value);
            return;
        }
        if (b->items.items[index].who == sample->context &&
            buckets_stack(b, index) == sample->stack) {
            moments_add(&b->items, index, sample->samples, sample->value);
            return;
        }
    }
}

#define RECENT 65536 /* samples that agree within a grain come soon after each other, mostly */

static struct bucket_recent *recent_of(struct buckets *b, const struct moment *m, uint32_t *tag) {
    if (!b->recent) b->recent = mem_zero(RECENT, sizeof *b->recent);
    uint64_t hash = map_mix(((uint64_t)m->stack << 32 | m->who) ^ map_mix((uint64_t)m->time_ns));
    *tag = (uint32_t)(hash >> 32);
    return &b->recent[hash % RECENT];
}

void buckets_add(struct buckets *b, const struct bucket *sample, bool join) {
    if (is_missing(sample->time_ns)) {
        add_timeless(b, sample);
        return;
    }
    int64_t grain = b->items.grain, time = sample->time_ns;
    if (grain > 1) time = moments_floor_near(grain, time, &b->begin);
    struct moment moment = {time, number_of(b, sample->stack), sample->context};
    uint32_t tag = 0;
    struct bucket_recent *recent = join ? recent_of(b, &moment, &tag) : NULL;
    if (recent && recent->tag == tag && recent->item < b->items.len) {
        const struct moment *is = &b->items.items[recent->item];
        if (is->time_ns == moment.time_ns && is->stack == moment.stack && is->who == moment.who) {
            moments_add(&b->items, recent->item, sample->samples, sample->value);
            return;
        }
    }
    if (recent) *recent = (struct bucket_recent){(uint32_t)b->items.len, tag};
    moments_push(&b->items, moment, sample->samples, sample->value);
    if (join) moments_tidy(&b->items);
    if (b->items.grain != grain) b->begin = 0; /* of any */
}

#define KEPT ((size_t)1 << 14) /* buckets, of which the memory is kept for the next chunk */

void buckets_clear(struct buckets *b, const struct moments *like) {
    if (b->items.cap > KEPT || b->keys.cap > KEPT) buckets_free(b);
    map_clear(&b->timeless);
    map_clear(&b->numbers);
    b->keys.len = 0;
    moments_free(&b->items);
    b->items = moments_like(like);
    b->begin = 0;
}

void buckets_free(struct buckets *b) {
    map_free(&b->timeless);
    map_free(&b->numbers);
    array_free(&b->keys);
    moments_free(&b->items);
    free(b->recent);
    b->recent = NULL;
}
