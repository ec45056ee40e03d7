#include "analyzers/requests/requests.h"

#include "base/between.h"
#include "base/search.h"

void requests_add(struct requests *requests, struct within_thread thread, int64_t from_ns,
                  int64_t to_ns, uint32_t group) {
    while (requests->groups.len <= group) array_push(&requests->groups, (struct request_group){0});
    array_push(&requests->all,
               (struct request_span){within_key(thread), from_ns, to_ns, (int64_t)group});
}

void requests_state(struct requests *requests, struct within_thread thread, int64_t from_ns,
                    int64_t to_ns, enum request_part part) {
    array_push(&requests->states,
               (struct request_span){within_key(thread), from_ns, to_ns, (int64_t)part});
}

void requests_pause(struct requests *requests, int64_t from_ns, int64_t to_ns) {
    array_push(&requests->pauses, (struct request_span){0, from_ns, to_ns, REQUEST_PAUSED});
}

void requests_sample(struct requests *requests, struct within_thread thread, int64_t time_ns,
                     int64_t ns) {
    array_push(&requests->samples,
               (struct request_span){within_key(thread), time_ns, time_ns, ns > 0 ? ns : 0});
}

/* ==== Covers ================================================================================ */

struct cover { /* disjoint stretches of time, by thread and time */
    ARRAY(struct request_span) spans;
    double *before;     /* ns of all spans before this one */
    struct map threads; /* key -> index of the first */
};

ORDERED(compare_spans, struct request_span, RISING(thread), RISING(from_ns), RISING(to_ns))

static void cover_index(struct cover *cover) {
    cover->before = mem_zero(cover->spans.len + 1, sizeof *cover->before);
    for (size_t i = 0; i < cover->spans.len; i++) {
        const struct request_span *span = &cover->spans.items[i];
        bool fresh;
        uint64_t *first = map_put(&cover->threads, span->thread, &fresh);
        if (fresh) *first = i;
        cover->before[i + 1] = cover->before[i] + ns_between(span->from_ns, span->to_ns);
    }
}

/* Of the spans, which become sorted and disjoint. */
static void cover_unite(struct cover *cover) {
    struct request_span *spans = cover->spans.items;
    size_t kept = 0;
    if (cover->spans.len) qsort(spans, cover->spans.len, sizeof *spans, compare_spans);
    for (size_t i = 0; i < cover->spans.len; i++) {
        struct request_span *last = kept ? &spans[kept - 1] : NULL;
        if (spans[i].to_ns <= spans[i].from_ns) continue;
        if (last && last->thread == spans[i].thread && spans[i].from_ns <= last->to_ns) {
            if (spans[i].to_ns > last->to_ns) last->to_ns = spans[i].to_ns;
            continue;
        }
        spans[kept++] = spans[i];
    }
    cover->spans.len = kept;
    cover_index(cover);
}

static void cover_free(struct cover *cover) {
    array_free(&cover->spans);
    map_free(&cover->threads);
    free(cover->before);
}

/* The thread's first span, from first on, that ends after the time; its spans end with `end`. */
static size_t first_after(const struct cover *cover, size_t first, size_t end, int64_t time_ns) {
    return search_first(i, first, end, cover->spans.items[i].to_ns <= time_ns);
}

static size_t thread_end(const struct cover *cover, size_t first) {
    const struct request_span *spans = cover->spans.items;
    return search_first(i, first, cover->spans.len, spans[i].thread <= spans[first].thread);
}

/* How much of the cover lies before the time, of spans that begin with first. */
static double covered_until(const struct cover *cover, size_t first, size_t end, int64_t time_ns) {
    size_t at = first_after(cover, first, end, time_ns);
    double sum = cover->before[at] - cover->before[first];
    if (at < end && cover->spans.items[at].from_ns < time_ns)
        sum += ns_between(cover->spans.items[at].from_ns, time_ns);
    return sum;
}

static double covered(const struct cover *cover, uint64_t thread, int64_t from_ns, int64_t to_ns) {
    const uint64_t *first = map_get(&cover->threads, thread);
    if (!first || to_ns <= from_ns) return 0;
    size_t end = thread_end(cover, (size_t)*first);
    return covered_until(cover, (size_t)*first, end, to_ns) -
           covered_until(cover, (size_t)*first, end, from_ns);
}

/* What of the spans of a thread is not in the pauses (thread 0 of theirs). */
static void take_off(const struct cover *spans, const struct cover *pauses, struct cover *out) {
    for (size_t i = 0; i < spans->spans.len; i++) {
        struct request_span left = spans->spans.items[i];
        size_t at = first_after(pauses, 0, pauses->spans.len, left.from_ns);
        for (; at < pauses->spans.len && pauses->spans.items[at].from_ns < left.to_ns; at++) {
            struct request_span part = left;
            part.to_ns = pauses->spans.items[at].from_ns;
            if (part.to_ns > part.from_ns) array_push(&out->spans, part);
            left.from_ns = pauses->spans.items[at].to_ns;
        }
        if (left.to_ns > left.from_ns) array_push(&out->spans, left);
    }
    cover_index(out);
}

/* The states of threads with requests up to this part, without the pauses. */
static struct cover cover_of(const struct requests *requests, const struct map *threads,
                             enum request_part most, const struct cover *pauses) {
    struct cover all = {.before = NULL}, out = {.before = NULL};
    EACH (const struct request_span, state, &requests->states)
        if (state->about <= (int64_t)most && map_get(threads, state->thread))
            array_push(&all.spans, *state);
    cover_unite(&all);
    take_off(&all, pauses, &out);
    cover_free(&all);
    return out;
}

/* ==== Samples =============================================================================== */

static size_t sample_at(const struct requests *requests, size_t low, size_t high, int64_t time_ns) {
    return search_first(i, low, high, requests->samples.items[i].from_ns < time_ns);
}

static void add_samples(struct requests *requests, const struct cover *index,
                        const struct request_span *span, struct request_group *group) {
    const uint64_t *first = map_get(&index->threads, span->thread);
    if (!first) return;
    size_t end = search_first(i, (size_t)*first, requests->samples.len,
                              requests->samples.items[i].thread <= span->thread);
    int64_t after = span->to_ns < INT64_MAX ? span->to_ns + 1 : INT64_MAX;
    size_t from = sample_at(requests, (size_t)*first, end, span->from_ns);
    size_t to = sample_at(requests, (size_t)*first, end, after);
    group->samples += to - from;
    group->cpu_ns += index->before[to] - index->before[from];
}

/* ==== The join ============================================================================== */

/* One part after the other, so that there is one cover at a time. */
static void add_parts(struct requests *requests) {
    OWNED(map_free) struct map threads = {0};
    OWNED(cover_free) struct cover pauses = {.before = NULL};
    double *before = mem_zero(requests->all.len, sizeof *before); /* of each request */
    bool fresh;
    EACH (const struct request_span, span, &requests->all) map_put(&threads, span->thread, &fresh);
    EACH (const struct request_span, pause, &requests->pauses) array_push(&pauses.spans, *pause);
    cover_unite(&pauses);
    for (int part = REQUEST_PAUSED; part < REQUEST_PARTS; part++) {
        OWNED(cover_free) struct cover states = {.before = NULL};
        if (part != REQUEST_PAUSED)
            states = cover_of(requests, &threads, (enum request_part)part, &pauses);
        for (size_t i = 0; i < requests->all.len; i++) {
            const struct request_span *span = &requests->all.items[i];
            bool paused = part == REQUEST_PAUSED;
            double ns = covered(paused ? &pauses : &states, paused ? 0 : span->thread,
                                span->from_ns, span->to_ns);
            requests->groups.items[span->about].part_ns[part] += ns - before[i];
            before[i] = paused ? 0 : ns;
        }
    }
    free(before);
}

static void forget_unknown(struct requests *requests) {
    bool known[REQUEST_PARTS] = {[REQUEST_PAUSED] = requests->pauses.len > 0};
    for (size_t i = 0; i < requests->states.len; i++) known[requests->states.items[i].about] = true;
    EACH (struct request_group, group, &requests->groups) {
        for (int part = 0; part < REQUEST_PARTS; part++)
            if (!known[part]) group->part_ns[part] = MISSING_REAL;
        if (!requests->has_cpu) group->cpu_ns = group->unexplained_ns = MISSING_REAL;
    }
}

void requests_join(struct requests *requests) {
    OWNED(cover_free) struct cover samples = {.before = NULL};
    add_parts(requests);
    array_sort(&requests->samples, compare_spans);
    for (size_t i = 0; i < requests->samples.len; i++) {
        struct request_span as_long = requests->samples.items[i];
        as_long.from_ns = 0; /* so that what is summed up is what a sample is worth */
        as_long.to_ns = as_long.about;
        requests->has_cpu = requests->has_cpu || as_long.about > 0;
        array_push(&samples.spans, as_long);
    }
    cover_index(&samples);
    EACH (const struct request_span, span, &requests->all) {
        struct request_group *group = &requests->groups.items[span->about];
        int64_t ns;
        if (__builtin_sub_overflow(span->to_ns, span->from_ns, &ns)) ns = INT64_MAX;
        lengths_add(&group->lengths, ns);
        add_samples(requests, &samples, span, group);
    }
    EACH (struct request_group, group, &requests->groups) {
        double left = (double)group->lengths.total - group->cpu_ns;
        for (int part = 0; part < REQUEST_PARTS; part++) left -= group->part_ns[part];
        group->unexplained_ns = left > 0 ? left : 0;
        lengths_sort(&group->lengths);
    }
    forget_unknown(requests);
}

void requests_free(struct requests *requests) {
    for (size_t i = 0; i < requests->groups.len; i++)
        lengths_free(&requests->groups.items[i].lengths);
    arrays_free(&requests->groups, &requests->all, &requests->states, &requests->samples,
                &requests->pauses);
}
