#include "analyzers/walk/overlap.h"
#include "base/order.h"

bool overlap_chunk(struct seen *seen, const struct jfr_chunk *chunk) {
    uint64_t id = made_chunk_id(chunk);
    map_add(&seen->chunk_ids, id);
    return map_get(&seen->profile_ids, id) != NULL;
}

bool overlap_wait(struct overlap *o, const struct jfr_segment *segment) {
    struct waiting waiting = {.segment = *segment, .order = o->waiting.len};
    if (!made_of_document(segment->data, (size_t)segment->size, &waiting.made)) {
        made_free(&waiting.made);
        return false;
    }
    jfr_segment_retain(segment);
    array_push(&o->waiting, waiting);
    o->bytes += segment->size;
    return true;
}

/* Those of most chunks first, then those that left nothing out. */
ORDERED(by_reach, struct waiting, FALLING(made.ids.len), ORDER(!y->made.options, !x->made.options),
        RISING(order))

ORDERED(by_order, struct waiting, RISING(order))

/* A chunk's samples of these events, with this left out. */
static uint64_t key_of(uint64_t id, uint64_t events, uint64_t options) {
    return map_mix(map_mix(map_mix(id) ^ events) ^ options);
}

static uint64_t any_of(uint64_t id, uint64_t events) {
    return map_mix(map_mix(id) ^ map_mix(events));
}

static enum overlap_is judge(const struct made *made, const struct seen *seen, size_t *part) {
    size_t same = 0, other = 0, len = made->ids.len;
    for (size_t i = 0; i < len; i++) {
        uint64_t id = made->ids.items[i];
        bool there = map_get(&seen->chunk_ids, id) ||
                     map_get(&seen->profile_ids, key_of(id, made->events, 0)) ||
                     map_get(&seen->profile_ids, key_of(id, made->events, made->options));
        same += there;
        other += !there && map_get(&seen->profile_ids, any_of(id, made->events)) != NULL;
    }
    *part = same + other;
    if (same == len) return OVERLAP_ALL;
    if (*part == len) return OVERLAP_OTHER;
    return *part ? OVERLAP_PART : OVERLAP_NONE;
}

static void enter(const struct made *made, struct seen *seen) {
    for (size_t i = 0; i < made->ids.len; i++) {
        uint64_t id = made->ids.items[i];
        map_add(&seen->profile_ids, id);
        map_add(&seen->profile_ids, key_of(id, made->events, made->options));
        map_add(&seen->profile_ids, any_of(id, made->events));
    }
}

struct verdict {
    enum overlap_is is;
    size_t part;
};

void overlap_settle(struct overlap *o, struct seen *seen, overlap_take *take, void *context) {
    size_t len = o->waiting.len;
    OWNED(mem_release) struct verdict *verdicts = mem_zero(len, sizeof *verdicts);
    if (len) qsort(o->waiting.items, len, sizeof *o->waiting.items, by_reach);
    for (size_t i = 0; i < len; i++) {
        const struct waiting *waiting = &o->waiting.items[i];
        struct verdict *verdict = &verdicts[waiting->order];
        verdict->is = judge(&waiting->made, seen, &verdict->part);
        if (verdict->is != OVERLAP_ALL) enter(&waiting->made, seen);
    }
    if (len) qsort(o->waiting.items, len, sizeof *o->waiting.items, by_order);
    for (size_t i = 0; i < len; i++) {
        struct waiting *waiting = &o->waiting.items[i];
        take(context, &waiting->segment, verdicts[i].is, verdicts[i].part, waiting->made.ids.len);
        made_free(&waiting->made);
    }
    array_free(&o->waiting);
    o->bytes = 0;
}
