#include "analyzers/samples/within.h"
#include "base/search.h"

#define JAVA_BIT (UINT64_C(1) << 63) /* ids of the two kinds are different things */

uint64_t within_key(struct within_thread thread) {
    return thread.java_id ? thread.java_id | JAVA_BIT : thread.os_id & ~JAVA_BIT;
}

uint32_t within_group_of(struct within *within, const char *name, size_t len) {
    return strings_intern(&within->groups, name, len);
}

void within_add(struct within *within, struct within_thread thread, int64_t from_ns, int64_t to_ns,
                uint32_t group) {
    within->events++;
    /* So that there is a time before and one after. */
    if (from_ns == INT64_MIN) from_ns++;
    if (to_ns == INT64_MAX) to_ns--;
    array_push(&within->spans, (struct within_span){within->any_thread ? 0 : within_key(thread),
                                                    from_ns, to_ns, within->grouped ? group : 0});
}

void within_add_id(struct within *within, uint64_t id, uint32_t group) {
    bool fresh;
    uint64_t *at = map_put(&within->ids, id, &fresh);
    if (fresh) *at = within->grouped ? group : 0;
}

static int compare_spans(const void *a, const void *b) {
    const struct within_span *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->from_ns != y->from_ns) return x->from_ns < y->from_ns ? -1 : 1;
    if (x->to_ns != y->to_ns)
        return x->to_ns > y->to_ns ? -1 : 1; /* what lies within comes later */
    return ORDER(x->group, y->group);
}

typedef ARRAY(struct within_span) span_list;

/* Spans that have begun, those that began later behind; and how far time has come. */
struct sweep {
    span_list begun, out;
    int64_t at_ns;
};

static void emit(struct sweep *sweep, const struct within_span *span, int64_t to_ns) {
    struct within_span *last = sweep->out.len ? &sweep->out.items[sweep->out.len - 1] : NULL;
    if (to_ns < sweep->at_ns) return;
    if (last && last->thread == span->thread && last->group == span->group &&
        last->to_ns + 1 >= sweep->at_ns) {
        last->to_ns = to_ns;
    } else {
        struct within_span part = {span->thread, sweep->at_ns, to_ns, span->group};
        array_push(&sweep->out, part);
    }
    sweep->at_ns = to_ns + 1;
}

/* To the time before the next one begins. */
static void advance(struct sweep *sweep, int64_t to_ns) {
    while (sweep->begun.len) {
        const struct within_span top = sweep->begun.items[sweep->begun.len - 1];
        if (top.to_ns > to_ns) {
            emit(sweep, &top, to_ns);
            return;
        }
        emit(sweep, &top, top.to_ns);
        sweep->begun.len--;
    }
}

void within_make(struct within *within) {
    struct sweep sweep = {.at_ns = INT64_MIN};
    array_sort(&within->spans, compare_spans);
    for (size_t i = 0; i < within->spans.len; i++) {
        const struct within_span span = within->spans.items[i];
        bool other = i && within->spans.items[i - 1].thread != span.thread;
        advance(&sweep, other ? INT64_MAX : span.from_ns - 1);
        sweep.at_ns = span.from_ns;
        array_push(&sweep.begun, span);
    }
    advance(&sweep, INT64_MAX);
    arrays_free(&sweep.begun, &within->spans);
    for (size_t i = 0; i < sweep.out.len; i++) {
        bool fresh;
        uint64_t *first = map_put(&within->threads, sweep.out.items[i].thread, &fresh);
        if (fresh) *first = i;
    }
    within->spans.items = sweep.out.items;
    within->spans.len = sweep.out.len;
    within->spans.cap = sweep.out.cap;
}

size_t within_find(const struct within *within, struct within_thread thread) {
    const uint64_t *first = map_get(&within->threads, within->any_thread ? 0 : within_key(thread));
    return first ? (size_t)*first : WITHIN_NONE;
}

uint32_t within_group(const struct within *within, size_t first, int64_t time_ns) {
    if (first == WITHIN_NONE) return WITHIN_NO_GROUP;
    const struct within_span *spans = within->spans.items;
    uint64_t thread = spans[first].thread;
    size_t low = search_first(i, first, within->spans.len,
                              spans[i].thread == thread && spans[i].from_ns <= time_ns);
    return low > first && time_ns <= spans[low - 1].to_ns ? spans[low - 1].group : WITHIN_NO_GROUP;
}

uint32_t within_group_of_id(const struct within *within, uint64_t id) {
    const uint64_t *group = id ? map_get(&within->ids, id) : NULL;
    return group ? (uint32_t)*group : WITHIN_NO_GROUP;
}

void within_free(struct within *within) {
    array_free(&within->spans);
    free_each(map_free, &within->threads, &within->ids);
    strings_free(&within->groups);
    within->events = 0;
}
