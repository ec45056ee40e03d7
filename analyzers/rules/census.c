#include "analyzers/rules/census.h"

static void *open(const void *const *options, size_t count) {
    return mem_zero(1, sizeof(struct census));
}

static void close_state(void *state) {
    struct census *c = state;
    array_free(&c->chunks);
    map_free(&c->counts);
    strings_free(&c->names);
    free(c);
}

static void add(struct census *c, const char *name, size_t len, uint64_t count) {
    bool fresh;
    *map_put(&c->counts, strings_intern(&c->names, name, len), &fresh) += count;
}

static void plan(void *state, struct walk *walk) {
    struct census *c = state;
    const struct jfr_chunk *chunk = walk->chunk;
    array_push(&c->chunks,
               (struct census_chunk){chunk->start_ns, chunk->duration_ns, chunk->start_ticks,
                                     chunk->ticks_per_ns, chunk->recording});
}

static void count(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct walk *walk = ((void **)context)[1];
    const struct jfr_type *type = jfr_type_by_id(walk->metadata, type_id);
    if (type && type->event)
        add(((void **)context)[0], type->name, strlen(type->name), tally.count);
}

static void walked(void *state, struct walk *walk) {
    void *context[] = {state, walk};
    walk_tallies(walk, count, context);
}

static void merge(void *into, void *from) {
    struct census *c = into;
    const struct census *other = from;
    for (size_t i = 0; i < other->counts.size; i++) {
        const struct map_slot *slot = &other->counts.slots[i];
        if (slot->value == MAP_EMPTY) continue;
        uint32_t name = (uint32_t)slot->key;
        add(c, strings_get(&other->names, name), strings_len(&other->names, name), slot->value);
    }
    for (size_t i = 0; i < other->chunks.len; i++) array_push(&c->chunks, other->chunks.items[i]);
}

static int compare_chunks(const void *a, const void *b) {
    const struct census_chunk *x = a, *y = b;
    if (x->recording != y->recording) return x->recording < y->recording ? -1 : 1;
    if (x->start_ticks != y->start_ticks) return x->start_ticks < y->start_ticks ? -1 : 1;
    /* Formats without ticks; in which order workers met them must not matter. */
    return ORDER(x->start_ns, y->start_ns) ?: ORDER(x->duration_ns, y->duration_ns)
               ?: ORDER(x->ticks_per_ns, y->ticks_per_ns);
}

static void finish(void *state, struct scan_report *report) {
    struct census *c = state;
    size_t kept = 0;
    array_sort(&c->chunks, compare_chunks);
    for (size_t i = 0; i < c->chunks.len; i++) /* one that several workers read is there as often */
        if (!kept || compare_chunks(&c->chunks.items[kept - 1], &c->chunks.items[i]) != 0)
            c->chunks.items[kept++] = c->chunks.items[i];
    c->chunks.len = kept;
}

uint64_t census_count(const struct census *census, const char *event) {
    uint32_t name = census ? strings_find(&census->names, event, strlen(event)) : UINT32_MAX;
    const uint64_t *count = name == UINT32_MAX ? NULL : map_get(&census->counts, name);
    return count ? *count : 0;
}

static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    (void)options, (void)count, (void)sampler;
    return SCAN_BY_EVENTS;
}

const struct reader census_reader = {.splits = splits,
                                     .open = open,
                                     .plan = plan,
                                     .walked = walked,
                                     .merge = merge,
                                     .finish = finish,
                                     .close = close_state};
