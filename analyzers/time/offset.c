#include "analyzers/time/offset.h"

static void *open(const void *const *options, size_t count) {
    return mem_zero(1, sizeof(struct offset));
}

static void add(struct offset *offset, int64_t since_ns, int64_t offset_ms) {
    bool first = !offset->known || since_ns < offset->since_ns ||
                 (since_ns == offset->since_ns && offset_ms < offset->offset_ms);
    if (first) *offset = (struct offset){true, since_ns, offset_ms};
}

static void plan(void *state, struct walk *walk) {
    add(state, walk->chunk->start_ns, walk->metadata->gmt_offset_ms + walk->metadata->dst_ms);
}

static void merge(void *into, void *from) {
    const struct offset *other = from;
    if (other->known) add(into, other->since_ns, other->offset_ms);
}

const struct reader offset_reader = {.open = open, .plan = plan, .merge = merge, .close = free};

struct zone offset_zone(const struct walk_run *run) {
    const struct offset *offset = walk_result(run, &offset_reader);
    return zone_of_recording(offset->known ? offset->offset_ms : 0);
}
