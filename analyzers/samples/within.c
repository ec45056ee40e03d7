#include "analyzers/samples/within.h"

#define JAVA_BIT (UINT64_C(1) << 63) /* ids of the two kinds are different things */

uint64_t within_key(struct within_thread thread) {
    return thread.java_id ? thread.java_id | JAVA_BIT : thread.os_id & ~JAVA_BIT;
}

void within_add(struct within *within, struct within_thread thread, int64_t from_ns,
                int64_t to_ns) {
    within->events++;
    array_push(&within->spans, (struct within_span){within_key(thread), from_ns, to_ns});
}

static int compare_spans(const void *a, const void *b) {
    const struct within_span *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->from_ns != y->from_ns) return x->from_ns < y->from_ns ? -1 : 1;
    return (x->to_ns > y->to_ns) - (x->to_ns < y->to_ns);
}

void within_make(struct within *within) {
    struct within_span *spans = within->spans.items;
    size_t kept = 0;
    if (within->spans.len) qsort(spans, within->spans.len, sizeof *spans, compare_spans);
    for (size_t i = 0; i < within->spans.len; i++) {
        struct within_span *last = kept ? &spans[kept - 1] : NULL;
        if (last && last->thread == spans[i].thread && spans[i].from_ns <= last->to_ns) {
            if (spans[i].to_ns > last->to_ns) last->to_ns = spans[i].to_ns;
            continue;
        }
        bool fresh;
        uint64_t *first = map_put(&within->threads, spans[i].thread, &fresh);
        if (fresh) *first = kept;
        spans[kept++] = spans[i];
    }
    within->spans.len = kept;
}

size_t within_find(const struct within *within, struct within_thread thread) {
    const uint64_t *first = map_get(&within->threads, within_key(thread));
    return first ? (size_t)*first : WITHIN_NONE;
}

bool within_has(const struct within *within, size_t first, int64_t time_ns) {
    if (first == WITHIN_NONE) return false;
    const struct within_span *spans = within->spans.items;
    uint64_t thread = spans[first].thread;
    size_t low = first, high = within->spans.len;
    while (low < high) { /* the first that is another thread's or begins later */
        size_t mid = low + (high - low) / 2;
        if (spans[mid].thread == thread && spans[mid].from_ns <= time_ns) low = mid + 1;
        else high = mid;
    }
    return low > first && time_ns <= spans[low - 1].to_ns;
}

void within_free(struct within *within) {
    array_free(&within->spans);
    map_free(&within->threads);
    within->events = 0;
}
