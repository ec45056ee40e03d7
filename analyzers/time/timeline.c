#include "analyzers/time/timeline.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/load.h"
#include "base/platform.h"
#include "base/units.h"

static size_t bucket_of(const struct timeline *t, int64_t time_ns) {
    uint64_t at = ((uint64_t)time_ns - (uint64_t)t->start_ns) / (uint64_t)t->bucket_ns;
    return at < t->buckets ? (size_t)at : t->buckets - 1;
}

/* ==== Rows ================================================================================== */

struct row { /* while they are counted */
    enum timeline_row_kind kind;
    uint32_t id;
    uint64_t samples;
};

struct counted {
    const struct profile *profile;
    enum timeline_split split;
    ARRAY(struct row) rows;
    struct map index; /* id -> index; unknown: PROFILE_NONE */
};

/* What the sample is counted under: frame or name; PROFILE_NONE: not known. */
static uint32_t id_of(const struct profile *p, enum timeline_split split,
                      const struct profile_sample *sample) {
    switch (split) {
    case TIMELINE_BY_METHOD: {
        if (sample->stack == PROFILE_NONE) return PROFILE_NONE;
        const struct profile_stack *stack = &p->stacks.items[sample->stack];
        return stack->depth ? p->stack_frames.items[stack->first + stack->depth - 1] : PROFILE_NONE;
    }
    case TIMELINE_BY_FIELD:
        return sample->stack == PROFILE_NONE
                   ? PROFILE_NONE
                   : p->stack_frames.items[p->stacks.items[sample->stack].first];
    case TIMELINE_BY_THREAD:
        return sample->thread == PROFILE_NONE ? PROFILE_NONE
                                              : p->threads.items[sample->thread].name;
    default: return sample->state ? sample->state : PROFILE_NONE;
    }
}

static size_t row_of(struct counted *c, uint32_t id) {
    size_t index = map_number(&c->index, id, c->rows.len);
    if (index == c->rows.len) {
        enum timeline_row_kind kind = id == PROFILE_NONE ? TIMELINE_UNKNOWN : TIMELINE_ROW;
        array_push(&c->rows, (struct row){.kind = kind, .id = id});
    }
    return (size_t)index;
}

static int compare_names(const struct counted *c, uint32_t a, uint32_t b) {
    const struct frames *frames = &c->profile->frames;
    if (c->split != TIMELINE_BY_METHOD && c->split != TIMELINE_BY_FIELD)
        return strcmp(strings_get(&frames->strings, a), strings_get(&frames->strings, b));
    return frames_compare(frames, a, b);
}

ORDERED_IN(compare_rows, struct row, RISING(kind), FALLING(samples),
           compare_names(context, x->id, y->id))

static void take_rows(struct timeline *t, const struct counted *c, size_t top) {
    struct timeline_row others = {.kind = TIMELINE_OTHERS, .id = PROFILE_NONE};
    size_t shown = 0;
    EACH (const struct row, row, &c->rows) {
        if (row->kind == TIMELINE_ROW && shown == top) {
            others.members++;
            others.samples += row->samples;
            continue;
        }
        shown += row->kind == TIMELINE_ROW;
        array_push(&t->rows, (struct timeline_row){
                                 .kind = row->kind, .id = row->id, .samples = row->samples});
    }
    if (others.members) array_push(&t->rows, others);
    for (size_t i = 0; i < t->rows.len; i++)
        t->rows.items[i].counts = mem_zero(t->buckets, sizeof *t->rows.items[i].counts);
}

static void make_rows(struct timeline *t, const struct profile *p,
                      const struct timeline_options *options) {
    struct counted c = {.profile = p, .split = options->split};
    for (size_t i = 0; i < p->moments.len; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        if (!time_range_has(&options->range, sample.time_ns)) continue;
        t->total[bucket_of(t, sample.time_ns)] += sample.count;
        if (options->split != TIMELINE_BY_NONE) {
            size_t at = row_of(&c, id_of(p, options->split, &sample));
            c.rows.items[at].samples += sample.count;
        }
    }
    array_sort_with(&c.rows, compare_rows, &c);
    take_rows(t, &c, options->top);
    /* From here on the index says which row of the timeline an id has; missing: the others. */
    map_clear(&c.index);
    bool fresh;
    for (size_t i = 0; i < t->rows.len; i++)
        if (t->rows.items[i].kind != TIMELINE_OTHERS)
            *map_put(&c.index, t->rows.items[i].id, &fresh) = i;
    for (size_t i = 0; i < p->moments.len && t->rows.len; i++) {
        const struct profile_sample sample = profile_sample(p, i);
        if (!time_range_has(&options->range, sample.time_ns)) continue;
        const uint64_t *index = map_get(&c.index, id_of(p, options->split, &sample));
        size_t at = index ? (size_t)*index : t->rows.len - 1;
        t->rows.items[at].counts[bucket_of(t, sample.time_ns)] += sample.count;
    }
    map_free(&c.index);
    array_free(&c.rows);
}

/* ==== Facts ================================================================================= */

/* A quantity that runs over stretches of time, summed up per bucket. What lies between the first
 * and the last bucket of a stretch is entered as differences, so that a stretch costs the same
 * however long it is. */
struct spread {
    double *sum, *weight;   /* at its ends: value times ns, and ns */
    double *whole, *wholes; /* differences of value, and of how many stretches run through */
};

static void spread_open(struct spread *s, const struct timeline *t) {
    s->sum = mem_zero(t->buckets, sizeof *s->sum);
    s->weight = mem_zero(t->buckets, sizeof *s->weight);
    s->whole = mem_zero(t->buckets, sizeof *s->whole);
    s->wholes = mem_zero(t->buckets, sizeof *s->wholes);
}

static void spread_part(struct spread *s, size_t at, int64_t ns, double value) {
    s->sum[at] += value * (double)ns;
    s->weight[at] += (double)ns;
}

static void spread_add(struct spread *s, const struct timeline *t, int64_t from, int64_t to,
                       double value) {
    if (from < t->start_ns) from = t->start_ns;
    if (to > t->end_ns) to = t->end_ns;
    if (from >= to) return;
    size_t first = bucket_of(t, from), last = bucket_of(t, to);
    if (first == last) {
        spread_part(s, first, to - from, value);
        return;
    }
    int64_t first_end = t->start_ns + (int64_t)(first + 1) * t->bucket_ns;
    int64_t last_start = t->start_ns + (int64_t)last * t->bucket_ns;
    spread_part(s, first, first_end - from, value);
    spread_part(s, last, to - last_start, value);
    s->whole[first + 1] += value;
    s->whole[last] -= value;
    s->wholes[first + 1] += 1;
    s->wholes[last] -= 1;
}

/* Sums per bucket (mean: means, MISSING_REAL where nothing was added), to be freed. */
static double *spread_close(struct spread *s, const struct timeline *t, bool mean) {
    double value = 0, count = 0;
    for (size_t i = 0; i < t->buckets; i++) {
        value += s->whole[i];
        count += s->wholes[i];
        double ns = (double)t->bucket_ns, sum = s->sum[i], weight = s->weight[i];
        if (count > 0.5) { /* else what is left of value is nothing but rounding */
            sum += value * ns;
            weight += count * ns;
        }
        s->sum[i] = !mean ? sum : weight > 0 ? sum / weight : MISSING_REAL;
    }
    mem_free(s->weight, s->whole, s->wholes);
    return s->sum;
}

static void make_loads(struct timeline *t, const struct facts *facts, int64_t origin_ns) {
    struct spread user, system, machine;
    if (facts->loads.len == 0) return;
    OWNED(mem_release) int64_t *starts = load_starts(facts, origin_ns);
    spread_open(&user, t);
    spread_open(&system, t);
    spread_open(&machine, t);
    for (size_t i = 0; i < facts->loads.len; i++) {
        const struct fact_load *load = &facts->loads.items[i];
        spread_add(&user, t, starts[i], load->time_ns, (double)load->jvm_user);
        spread_add(&system, t, starts[i], load->time_ns, (double)load->jvm_system);
        spread_add(&machine, t, starts[i], load->time_ns, (double)load->machine);
    }
    t->jvm_user = spread_close(&user, t, true);
    t->jvm_system = spread_close(&system, t, true);
    t->machine = spread_close(&machine, t, true);
}

static int compare_threads(const void *a, const void *b) {
    const struct timeline_thread *x = a, *y = b;
    if (fabs(x->cpu_ns - y->cpu_ns) > 0) return x->cpu_ns > y->cpu_ns ? -1 : 1;
    return ORDER(x->name, y->name); /* ids of facts are in order of the texts */
}

/* ns of from..to that are in the range. */
static double overlap(const struct timeline *t, int64_t from, int64_t to) {
    if (from < t->start_ns) from = t->start_ns;
    if (to > t->end_ns) to = t->end_ns;
    return from < to ? (double)(to - from) : 0;
}

static void make_threads(struct timeline *t, const struct facts *facts,
                         const struct timeline_options *options) {
    OWNED(map_free) struct map index = {0}; /* name -> row */
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, options->origin_ns);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        double ns = overlap(t, starts[i], load->time_ns);
        if (ns <= 0) continue;
        size_t at = map_number(&index, load->thread, t->threads.len);
        if (at == t->threads.len)
            array_push(&t->threads, (struct timeline_thread){.name = load->thread});
        t->threads.items[at].cpu_ns += ns * (double)(load->user + load->system);
    }
    t->all_threads = t->threads.len;
    array_sort(&t->threads, compare_threads);
    if (t->threads.len > options->top_threads) t->threads.len = options->top_threads;
    EACH (struct timeline_thread, thread, &t->threads) {
        struct spread sum;
        spread_open(&sum, t);
        /* Threads of one name add up: the mean over a bucket is of all that is known of it. */
        struct spread known;
        spread_open(&known, t);
        for (size_t i = 0; i < facts->thread_loads.len; i++) {
            const struct fact_thread_load *load = &facts->thread_loads.items[i];
            if (load->thread != thread->name) continue;
            spread_add(&sum, t, starts[i], load->time_ns, (double)(load->user + load->system));
            spread_add(&known, t, starts[i], load->time_ns, 1);
        }
        double *used = spread_close(&sum, t, false), *any = spread_close(&known, t, true);
        for (size_t i = 0; i < t->buckets; i++) {
            int64_t from = t->start_ns + (int64_t)i * t->bucket_ns;
            int64_t length = t->end_ns - from < t->bucket_ns ? t->end_ns - from : t->bucket_ns;
            used[i] = is_missing(any[i]) || length <= 0 ? MISSING_REAL : used[i] / (double)length;
        }
        free(any);
        thread->load = used;
    }
}

static void make_containers(struct timeline *t, const struct facts *facts) {
    const struct fact_container *use = NULL;
    struct spread cpus, throttled, waited;
    bool any_use = false;
    spread_open(&cpus, t);
    spread_open(&throttled, t);
    spread_open(&waited, t);
    EACH (const struct fact_container, c, &facts->containers) {
        /* Counters that fell are those of another container. */
        if (is_known(c->cpu_ns)) {
            if (use && c->cpu_ns >= use->cpu_ns && c->time_ns > use->time_ns) {
                any_use = true;
                spread_add(&cpus, t, use->time_ns, c->time_ns,
                           (double)(c->cpu_ns - use->cpu_ns) / (double)(c->time_ns - use->time_ns));
            }
            use = c;
        }
    }
    OWNED(array_release) load_throttles throttles = load_throttling(facts);
    EACH (const struct load_throttle, th, &throttles) {
        spread_add(&throttled, t, th->from_ns, th->to_ns, th->share);
        spread_add(&waited, t, th->from_ns, th->to_ns,
                   (double)th->waited_ns / (double)(th->to_ns - th->from_ns));
    }
    t->container_cpus = spread_close(&cpus, t, true);
    t->throttled = spread_close(&throttled, t, true);
    t->throttled_ns = spread_close(&waited, t, false);
    if (!any_use) {
        free(t->container_cpus);
        t->container_cpus = NULL;
    }
    if (throttles.len == 0) {
        mem_free(t->throttled, t->throttled_ns);
        t->throttled = t->throttled_ns = NULL;
    }
}

static int compare_causes(const void *a, const void *b) {
    const struct timeline_cause *x = a, *y = b;
    if (x->collections != y->collections) return x->collections > y->collections ? -1 : 1;
    return ORDER(x->name, y->name); /* ids of facts are in order of the texts */
}

static bool begins_in(const struct timeline *t, int64_t time_ns) {
    return time_ns >= t->start_ns && time_ns <= t->end_ns;
}

static void make_causes(struct timeline *t, const struct facts *facts) {
    OWNED(map_free) struct map index = {0};
    EACH (const struct fact_collection, collection, &facts->collections) {
        if (!begins_in(t, collection->time_ns) || !collection->cause) continue;
        size_t at = map_number(&index, collection->cause, t->causes.len);
        if (at == t->causes.len)
            array_push(&t->causes, (struct timeline_cause){.name = collection->cause});
        t->causes.items[at].collections++;
    }
    array_sort(&t->causes, compare_causes);
}

static void make_pauses(struct timeline *t, const struct facts *facts) {
    struct spread paused;
    OWNED(lengths_free) struct lengths lengths = {0};
    spread_open(&paused, t);
    t->has_pauses = facts->pauses.len > 0;
    EACH (const struct fact_pause, pause, &facts->pauses) {
        int64_t end = whole_clamped(pause->time_ns, pause->duration_ns);
        spread_add(&paused, t, pause->time_ns, end, 1);
        if (!begins_in(t, pause->time_ns)) continue;
        lengths_add(&lengths, pause->duration_ns);
    }
    lengths_sort(&lengths);
    t->pauses = lengths.items.len;
    t->all_pauses_ns = lengths.total;
    t->median_pause_ns = lengths_at(&lengths, 0.5);
    t->p99_pause_ns = lengths_at(&lengths, 0.99);
    t->longest_pause_ns = lengths_longest(&lengths);
    make_causes(t, facts);
    t->paused_ns = spread_close(&paused, t, false);
}

/* ==== The busiest window ==================================================================== */

int64_t timeline_usual_window(const struct time_range *range) {
    int64_t tenth = (int64_t)(((uint64_t)range->end_ns - (uint64_t)range->start_ns) / 10);
    if (tenth > 10 * NS_PER_S) tenth = 10 * NS_PER_S;
    return tenth < NS_PER_MS ? NS_PER_MS : tenth / NS_PER_MS * NS_PER_MS;
}

/* Windows begin a whole number of ms after the origin, so that they can be written down. Any window
 * loses nothing if it is moved right until it begins in the ms of its first sample: no others need
 * to be tried. */
static void find_window(struct timeline *t, const struct profile *p,
                        const struct timeline_options *options) {
    const struct moment *samples = p->moments.items;
    size_t count = p->moments.len, first = 0, next = 0;
    uint64_t inside = 0;
    while (first < count && !time_range_has(&options->range, samples[first].time_ns)) first++;
    next = first;
    while (count > first && !time_range_has(&options->range, samples[count - 1].time_ns)) count--;
    for (; first < count; first++) {
        int64_t since = samples[first].time_ns - options->origin_ns;
        int64_t into = since % NS_PER_MS < 0 ? since % NS_PER_MS + NS_PER_MS : since % NS_PER_MS,
                to;
        int64_t from = samples[first].time_ns - into;
        if (from < options->range.start_ns) from = options->range.start_ns;
        if (__builtin_add_overflow(from, options->window_ns - 1, &to) || to > t->end_ns)
            to = t->end_ns;
        for (; next < count && samples[next].time_ns <= to; next++)
            inside += moments_count(&p->moments, next);
        if (inside > t->window.samples) t->window = (struct timeline_window){from, to, inside};
        inside -= moments_count(&p->moments, first);
    }
}

/* ==== All of it ============================================================================= */

void timeline_make(const struct profile *profile, const struct facts *facts,
                   const struct timeline_options *options, struct timeline *out) {
    struct time_range shown = options->range;
    int64_t into = (shown.start_ns - options->origin_ns) % options->bucket_ns;
    if (options->aligned) shown.start_ns -= into < 0 ? into + options->bucket_ns : into;
    *out = (struct timeline){.start_ns = shown.start_ns,
                             .end_ns = shown.end_ns,
                             .bucket_ns = options->bucket_ns,
                             .buckets = time_range_steps(&shown, options->bucket_ns)};
    out->total = mem_zero(out->buckets, sizeof *out->total);
    make_rows(out, profile, options);
    make_loads(out, facts, options->origin_ns);
    make_threads(out, facts, options);
    make_containers(out, facts);
    make_pauses(out, facts);
    if (options->window_ns > 0) find_window(out, profile, options);
}

void timeline_free(struct timeline *t) {
    for (size_t i = 0; i < t->rows.len; i++) free(t->rows.items[i].counts);
    for (size_t i = 0; i < t->threads.len; i++) free(t->threads.items[i].load);
    arrays_free(&t->rows, &t->threads, &t->causes);
    mem_free(t->total, t->jvm_user, t->jvm_system, t->machine, t->container_cpus, t->throttled,
             t->throttled_ns, t->paused_ns);
    *t = (struct timeline){0};
}
