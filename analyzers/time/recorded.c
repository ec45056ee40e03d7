#include "analyzers/time/recorded.h"

static void *open(const void *const *options, size_t count) {
    struct recorded *r = mem_zero(1, sizeof *r);
    r->event = count ? options[0] : NULL;
    return r;
}

static void close(void *state) {
    struct recorded *r = state;
    map_free(&r->chunks);
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
    bool fresh;
    add(r, walk->chunk->start_ns, walk->metadata->gmt_offset_ms + walk->metadata->dst_ms);
    if (r->event && jfr_type_by_name(walk->metadata, r->event))
        map_put(&r->chunks, key_of(walk->chunk->recording, walk->chunk->offset), &fresh);
}

static void merge(void *into, void *from) {
    struct recorded *r = into;
    const struct recorded *other = from;
    bool fresh;
    if (other->known) add(r, other->since_ns, other->offset_ms);
    for (size_t i = 0; i < other->chunks.size; i++)
        if (other->chunks.slots[i].value != MAP_EMPTY)
            map_put(&r->chunks, other->chunks.slots[i].key, &fresh);
}

const struct reader recorded_reader = {.open = open, .plan = plan, .merge = merge, .close = close};

struct zone recorded_zone(const struct walk_run *run) {
    const struct recorded *r = walk_result(run, &recorded_reader);
    return zone_of_recording(r->known ? r->offset_ms : 0);
}

int64_t recorded_ns(const struct walk_run *run, const struct scan_report *report, int64_t from_ns,
                    int64_t to_ns) {
    const struct recorded *r = walk_result(run, &recorded_reader);
    struct scan_report of_these = {0};
    for (size_t i = 0; i < report->chunks.len; i++) {
        const struct scan_chunk *chunk = &report->chunks.items[i];
        if (report->recordings < 2 || map_get(&r->chunks, key_of(chunk->recording, chunk->offset)))
            array_push(&of_these.chunks, *chunk);
    }
    int64_t ns = scan_recorded_ns(&of_these, from_ns, to_ns);
    array_free(&of_these.chunks);
    return ns;
}
