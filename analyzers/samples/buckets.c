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

static bool is_timeless(const struct buckets *b, uint64_t index, const struct moment *moment) {
    if (index >= b->items.len) return false;
    const struct moment *is = &b->items.items[index];
    return is->stack == moment->stack && is->who == moment->who && is_missing(is->time_ns);
}

/* Where nobody asks for threads or states, each stack has one item, and its number is the stack's.
 */
static void add_timeless(struct buckets *b, const struct bucket *sample, struct moment moment) {
    uint64_t index = moment.stack, len = b->items.len, pair = index << 32 | moment.who;
    bool fresh;
    if (index != len && !is_timeless(b, index, &moment)) {
        uint64_t *place = map_put(&b->timeless, pair, &fresh);
        if (fresh || !is_timeless(b, *place, &moment)) *place = len;
        index = *place;
    }
    moment.time_ns = sample->time_ns;
    if (index < len) moments_add(&b->items, index, sample->samples, sample->value);
    else moments_push(&b->items, moment, sample->samples, sample->value);
}

#define LAST_LEAST 1024
#define LAST_MOST (1u << 17)
#define NO_ITEM UINT32_MAX
#define FEW_ITEMS 1024

/* Where the last item of a stack and context is, if nothing else is there. */
static uint32_t *last_of(const struct buckets *b, const struct moment *m) {
    uint64_t hash = map_mix((uint64_t)m->stack << 32 | m->who);
    return &b->last[hash & (b->last_size - 1)];
}

/* Items are at other places, or there are too many stacks and contexts for the slots. */
static void find_last(struct buckets *b) {
    bool full = b->pairs * 2 >= b->last_size && b->last_size < LAST_MOST;
    size_t size = !b->last_size ? LAST_LEAST : full ? b->last_size * 2 : b->last_size;
    if (size != b->last_size) b->last = mem_resize(b->last, size, sizeof *b->last);
    b->last_size = size;
    b->pairs = 0;
    memset(b->last, 0xFF, size * sizeof *b->last); /* NO_ITEM */
    for (uint32_t i = 0; i < b->items.len; i++) {
        uint32_t *last = last_of(b, &b->items.items[i]);
        b->pairs += *last == NO_ITEM;
        *last = i;
    }
}

static void find_last_if_full(struct buckets *b) {
    if (b->pairs * 2 >= b->last_size && b->last_size < LAST_MOST) find_last(b);
}

/* A sample more like the one that is there, as long as there are so few that they take less as they
 * are than with counts. */
static bool may_repeat(struct buckets *b, const struct bucket *sample) {
    const struct moments *m = &b->items;
    bool may = moments_are_single(m) && !m->most && sample->samples == 1 &&
               sample->value == m->each && !moments_are_many(m, b->repeated);
    b->repeated += may;
    return may;
}

static void add_timed(struct buckets *b, const struct bucket *sample, struct moment moment,
                      bool join) {
    int64_t grain = b->items.grain;
    moment.time_ns = sample->time_ns;
    if (grain > 1) moment.time_ns = moments_floor_near(grain, moment.time_ns, &b->begin);
    if (!join) {
        moments_push(&b->items, moment, sample->samples, sample->value);
        return;
    }
    find_last_if_full(b);
    uint32_t *last = last_of(b, &moment);
    if (*last < b->items.len) {
        const struct moment *is = &b->items.items[*last];
        if (is->time_ns == moment.time_ns && is->stack == moment.stack && is->who == moment.who &&
            !may_repeat(b, sample)) {
            moments_add(&b->items, *last, sample->samples, sample->value);
            return;
        }
    }
    b->pairs += *last == NO_ITEM;
    *last = (uint32_t)b->items.len;
    moments_push(&b->items, moment, sample->samples, sample->value);
    moments_tidy(&b->items);
    if (b->items.joined == b->items.len) find_last(b); /* they were sorted */
    if (b->items.grain != grain) b->begin = 0;         /* of any */
}

void buckets_add(struct buckets *b, const struct bucket *samples, size_t count, bool join) {
    struct moment moments[BUCKETS_AT_ONCE];
    bool far = b->items.len > FEW_ITEMS; /* what is asked for now is there when it is due */
    bool far_last = far && join && b->last;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = number_of(b, samples[i].stack);
        bool timeless = is_missing(samples[i].time_ns);
        moments[i] = (struct moment){0, number, samples[i].context};
        if (far && timeless && number < b->items.len) prefetch(&b->items.items[number]);
        if (far_last && !timeless) prefetch(last_of(b, &moments[i]));
    }
    for (size_t i = 0; far_last && i < count; i++) {
        if (is_missing(samples[i].time_ns)) continue;
        uint32_t last = *last_of(b, &moments[i]);
        if (last >= b->items.len) continue;
        prefetch(&b->items.items[last]);
        if (b->items.counts) prefetch(&b->items.counts[last]);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_missing(samples[i].time_ns)) add_timeless(b, &samples[i], moments[i]);
        else add_timed(b, &samples[i], moments[i], join);
    }
}

#define KEPT ((size_t)1 << 14) /* buckets, of which the memory is kept for the next chunk */

void buckets_end(struct buckets *b) {
    if (b->items.cap > KEPT || b->keys.cap > KEPT) free_each(map_free, &b->timeless, &b->numbers);
}

void buckets_clear(struct buckets *b, const struct moments *like) {
    if (b->items.cap > KEPT || b->keys.cap > KEPT) buckets_free(b);
    map_clear(&b->timeless);
    map_clear(&b->numbers);
    b->keys.len = 0;
    moments_free(&b->items);
    b->items = moments_like(like);
    b->begin = 0;
    b->repeated = 0;
}

void buckets_free(struct buckets *b) {
    free_each(map_free, &b->timeless, &b->numbers);
    array_free(&b->keys);
    moments_free(&b->items);
    free(b->last);
    b->last = NULL;
    b->last_size = 0;
}
