#include "analyzers/time/recorded.h"
#include "base/search.h"

static void *open(const void *const *options, size_t count) {
    struct recorded *r = mem_zero(1, sizeof *r);
    for (size_t i = 0; i < count && i < RECORDED_EVENTS; i++) array_push(&r->events, options[i]);
    return r;
}

static void close_state(void *state) {
    struct recorded *r = state;
    map_free(&r->chunks);
    array_free(&r->events);
    free(r);
}

static void add(struct recorded *r, int64_t since_ns, int64_t offset_ms) {
    bool first = !r->known || since_ns < r->since_ns ||
                 (since_ns == r->since_ns && offset_ms < r->offset_ms);
    if (!first) return;
    r->known = true;
    r->since_ns = since_ns;
    r->offset_ms = offset_ms;
}

static uint64_t key_of(uint32_t recording, uint64_t offset) {
    const uint64_t place[] = {recording, offset};
    return hash_bytes(place, sizeof place);
}

static void plan(void *state, struct walk *walk) {
    struct recorded *r = state;
    uint64_t known = 0;
    bool fresh;
    add(r, walk->chunk->start_ns, walk->metadata->gmt_offset_ms + walk->metadata->dst_ms);
    for (size_t i = 0; i < r->events.len; i++)
        if (jfr_type_by_name(walk->metadata, r->events.items[i])) known |= UINT64_C(1) << i;
    *map_put(&r->chunks, key_of(walk->chunk->recording, walk->chunk->offset), &fresh) |= known;
}

static void merge(void *into, void *from) {
    struct recorded *r = into;
    const struct recorded *other = from;
    bool fresh;
    if (other->known) add(r, other->since_ns, other->offset_ms);
    for (size_t i = 0; i < other->chunks.size; i++)
        if (other->chunks.slots[i].value != MAP_EMPTY)
            *map_put(&r->chunks, other->chunks.slots[i].key, &fresh) |=
                other->chunks.slots[i].value;
}

/* What a chunk is known by, whoever reads which part of it. */
static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    (void)options, (void)count, (void)sampler;
    return SCAN_BY_EVENTS | SCAN_BY_STACKS;
}

const struct reader recorded_reader = {
    .splits = splits, .open = open, .plan = plan, .merge = merge, .close = close_state};

struct zone recorded_zone(const struct walk_run *run) {
    const struct recorded *r = walk_result(run, &recorded_reader);
    return zone_of_recording(r->known ? r->offset_ms : 0);
}

static bool knows(const struct recorded *r, const struct scan_chunk *chunk, size_t event) {
    const uint64_t *known = map_get(&r->chunks, key_of(chunk->recording, chunk->offset));
    return known && *known >> event & 1;
}

int64_t recorded_ns(const struct walk_run *run, const struct scan_report *report, const char *event,
                    int64_t from_ns, int64_t to_ns) {
    const struct recorded *r = walk_result(run, &recorded_reader);
    const size_t at = search_on(i, 0, r->events.len, strcmp(r->events.items[i], event) != 0);
    struct scan_report of_these = {0};
    EACH (const struct scan_chunk, chunk, &report->chunks)
        if (report->recordings < 2 || knows(r, chunk, at)) array_push(&of_these.chunks, *chunk);
    int64_t ns = scan_recorded_ns(&of_these, from_ns, to_ns);
    array_free(&of_these.chunks);
    return ns;
}
