#include "analyzers/walk/gaps.h"

#include "base/sort.h"

#define NS_PER_SECOND INT64_C(1000000000)
#define DRIFT 1000 /* clocks are set now and then: by a thousandth of the time, or a second */

static double difference(int64_t a, int64_t b) {
    return (double)a - (double)b;
}

/* Do both count ticks of the same clock? Of another machine, or after it was started anew, they
 * begin elsewhere. */
static bool same_clock(const struct scan_chunk *a, const struct scan_chunk *b) {
    if (a->ticks_per_second != b->ticks_per_second || a->ticks_per_second <= 0) return false;
    double ns = difference(b->start_ns, a->start_ns),
           ticks = difference(b->start_ticks, a->start_ticks);
    double off = ticks / (double)a->ticks_per_second * (double)NS_PER_SECOND - ns;
    double most = (double)NS_PER_SECOND + ns / DRIFT;
    return off < most && -off < most;
}

static bool may_follow(const struct scan_chunk *before, const struct scan_chunk *after) {
    return !before->unfinished && !before->damaged && !before->final && same_clock(before, after);
}

/* Positions of the chunks by recording and start. */
static uint32_t *sorted(const struct scan_report *report) {
    size_t len = report->chunks.len;
    OWNED(mem_release) uint64_t *keys = mem_alloc(len * sizeof *keys);
    uint32_t *order = sort_start(len);
    for (size_t i = 0; i < len; i++) keys[i] = sort_signed(report->chunks.items[i].start_ns);
    sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) keys[i] = report->chunks.items[i].recording;
    sort_by(order, len, keys);
    return order;
}

gap_list gaps_find(const struct scan_report *report) {
    gap_list gaps = {0};
    OWNED(mem_release) uint32_t *order = sorted(report);
    const struct scan_chunk *last = NULL; /* the one that reaches furthest, */
    int64_t reached = 0;                  /* and until when */
    size_t number = 0, last_number = 0;
    for (size_t i = 0; i < report->chunks.len; i++) {
        const struct scan_chunk *chunk = &report->chunks.items[order[i]];
        if (chunk->start_ns == 0) continue; /* nobody knows when it began */
        bool goes_on = last && last->recording == chunk->recording;
        number = goes_on ? number + 1 : 1;
        if (goes_on && chunk->start_ns - reached >= GAPS_LEAST_NS && may_follow(last, chunk))
            array_push(&gaps, (struct gap){last, chunk, last_number, reached, chunk->start_ns});
        if (goes_on && chunk->start_ns + chunk->duration_ns < reached) continue;
        last = chunk;
        last_number = number;
        reached = chunk->start_ns + chunk->duration_ns;
    }
    return gaps;
}
