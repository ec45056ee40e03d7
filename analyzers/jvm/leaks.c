#include "analyzers/jvm/leaks.h"

#include "base/units.h"

/* ==== Native memory that was not freed, of what async-profiler saw ========================== */

#define EARLY 9 /* tenths of the time whose allocations could have been freed by now */

/* By address: the row of the last allocation there, if it was not freed since. */
static void pair(const struct event_table *mallocs, const struct event_table *frees,
                 struct map *live) {
    size_t freed = 0;
    bool fresh;
    for (size_t row = 0; row <= mallocs->rows; row++) {
        int64_t until = row < mallocs->rows ? event_table_int(mallocs, 0, row) : INT64_MAX;
        /* What is reallocated in place is freed and allocated at one time. */
        for (; freed < frees->rows && event_table_int(frees, 0, freed) <= until; freed++) {
            uint64_t *at = map_get(live, (uint64_t)event_table_int(frees, MALLOC_ADDRESS, freed));
            if (at) *at = mallocs->rows;
        }
        if (row == mallocs->rows) break;
        *map_put(live, (uint64_t)event_table_int(mallocs, MALLOC_ADDRESS, row), &fresh) = row;
    }
}

static void add(struct leak_native *native, int64_t bytes, bool early) {
    native->allocations++;
    native->early += early;
    if (bytes <= 0) return;
    native->bytes = whole_clamped(native->bytes, bytes);
    if (early) native->early_bytes = whole_clamped(native->early_bytes, bytes);
}

ORDERED(compare, struct leak_native, FALLING(early_bytes), FALLING(bytes), FALLING(allocations),
        RISING(function))

/* The first moment of the last tenth between the first event and the last. */
static int64_t late_from(const struct event_table *mallocs, const struct event_table *frees) {
    int64_t first = INT64_MAX, last = INT64_MIN, span;
    const struct event_table *both[] = {mallocs, frees};
    for (size_t i = 0; i < 2; i++) {
        if (!both[i]->rows) continue;
        int64_t begin = event_table_int(both[i], 0, 0);
        int64_t end = event_table_int(both[i], 0, both[i]->rows - 1);
        if (begin < first) first = begin;
        if (end > last) last = end;
    }
    if (__builtin_sub_overflow(last, first, &span)) return INT64_MAX;
    return first + span / 10 * EARLY;
}

/* Fills natives, native and saw_frees of *out. Allocations in the window are paired with whatever
 * freed them until the recording's end. */
static void unfreed_make(const struct tables *tables, const struct time_window *window,
                         struct leaks *out) {
    const struct event_table *mallocs = tables_find(tables, &leaks_wishes.rows[LEAKS_MALLOC]);
    const struct event_table *frees = tables_find(tables, &leaks_wishes.rows[LEAKS_FREE]);
    OWNED(map_free) struct map live = {0}, index = {0};
    out->saw_frees = mallocs->rows && frees->rows; /* nofree leaves them out */
    if (!out->saw_frees) return;
    int64_t late = late_from(mallocs, frees);
    pair(mallocs, frees, &live);
    for (size_t i = 0; i < live.size; i++) {
        uint64_t row = live.slots[i].value;
        if (row == MAP_EMPTY || row == mallocs->rows ||
            !time_window_has(window, event_table_int(mallocs, 0, row)))
            continue;
        uint32_t function = event_table_id(mallocs, MALLOC_FUNCTION, row);
        size_t at = map_number(&index, function, out->natives.len);
        if (at == out->natives.len)
            array_push(&out->natives, (struct leak_native){.function = function});
        int64_t bytes = event_table_int(mallocs, MALLOC_SIZE, row);
        bool early = event_table_int(mallocs, 0, row) < late;
        add(&array_at(&out->natives, at), bytes, early);
        add(&out->native, bytes, early);
    }
    array_sort(&out->natives, compare);
}

static const struct wish rows[LEAKS_TABLES] = {LEAKS_ROWS};
const struct wishes leaks_wishes = {.rows = rows, .count = LEAKS_TABLES};

static const struct event_table *table_of(const struct tables *tables, enum leaks_table table) {
    return tables_find(tables, &rows[table]);
}

#define TOGETHER_NS NS_PER_S /* samples written at one time */

static struct leak_candidate *candidate_of(struct leaks *out, struct map *index, uint32_t class) {
    size_t at = map_number(index, class, out->candidates.len);
    if (at == out->candidates.len)
        array_push(&out->candidates, (struct leak_candidate){.class_name = class,
                                                             .bytes = MISSING,
                                                             .oldest_ns = MISSING,
                                                             .youngest_ns = MISSING,
                                                             .site = THINGS_NONE});
    return &array_at(&out->candidates, at);
}

static void add_chain(struct leak_candidate *c, uint32_t text, uint32_t root) {
    for (size_t i = 0; i < c->chains.len; i++) {
        if (c->chains.items[i].text != text || c->chains.items[i].root != root) continue;
        c->chains.items[i].samples++;
        return;
    }
    array_push(&c->chains, (struct leak_chain){text, root, 1});
}

ORDERED(compare_candidates, struct leak_candidate, FALLING(bytes), FALLING(samples),
        RISING(class_name))

ORDERED(compare_chains, struct leak_chain, FALLING(samples), RISING(text), RISING(root))

static void add_sample(const struct event_table *t, size_t row, struct leak_candidate *c,
                       struct map *sites) {
    int64_t made = event_table_int(t, SAMPLE_MADE, row);
    uint32_t site = event_table_id(t, SAMPLE_SITE, row),
             chain = event_table_id(t, SAMPLE_CHAIN, row);
    bool fresh;
    c->samples++;
    whole_gather(&c->bytes, whole_amount(event_table_int(t, SAMPLE_SIZE, row)));
    c->oldest_ns = whole_min(c->oldest_ns, made);
    c->youngest_ns = whole_max(c->youngest_ns, made);
    if (chain != THINGS_NONE) add_chain(c, chain, event_table_id(t, SAMPLE_ROOT, row));
    if (site == THINGS_NONE) return;
    uint64_t here = (uint64_t)c->class_name << 32;
    uint64_t count = ++*map_put(sites, here | site, &fresh);
    const uint64_t *most = c->site == THINGS_NONE ? NULL : map_get(sites, here | c->site);
    if (!most || count > *most || (count == *most && site < c->site)) c->site = site;
}

static void make_candidates(const struct tables *tables, const struct time_window *window,
                            struct leaks *out) {
    const struct event_table *t = table_of(tables, LEAKS_SAMPLES);
    OWNED(map_free) struct map index = {0}, sites = {0}, seen = {0};
    int64_t last = INT64_MIN;
    for (size_t row = 0; row < t->rows; row++)
        if (time_window_has(window, event_table_int(t, 0, row)) &&
            event_table_int(t, 0, row) > last)
            last = event_table_int(t, 0, row);
    for (size_t row = 0; row < t->rows; row++) {
        int64_t time = event_table_int(t, 0, row);
        bool fresh;
        if (!time_window_has(window, event_table_int(t, 0, row)) || time < last - TOGETHER_NS)
            continue;
        map_put(&seen, (uint64_t)event_table_int(t, SAMPLE_ADDRESS, row), &fresh);
        if (!fresh) continue; /* each object once */
        out->samples++;
        add_sample(t, row, candidate_of(out, &index, event_table_id(t, SAMPLE_CLASS, row)), &sites);
    }
    out->seen_ns = last;
    EACH (struct leak_candidate, c, &out->candidates) array_sort(&c->chains, compare_chains);
    array_sort(&out->candidates, compare_candidates);
}

ORDERED(compare_loaders, struct leak_loaders, FALLING(last), FALLING(first), RISING(type),
        RISING(name))

static void make_loaders(const struct tables *tables, const struct time_window *window,
                         struct leaks *out) {
    const struct event_table *t = table_of(tables, LEAKS_LOADERS);
    int64_t first = INT64_MAX, last = INT64_MIN;
    OWNED(map_free) struct map index = {0};
    size_t kept = 0;
    for (size_t row = 0; row < t->rows; row++) {
        if (!time_window_has(window, event_table_int(t, 0, row))) continue;
        int64_t time = event_table_int(t, 0, row);
        if (time < first) first = time;
        if (time > last) last = time;
    }
    for (size_t row = 0; row < t->rows; row++) {
        int64_t time = event_table_int(t, 0, row);
        bool begins = first != INT64_MAX && time <= first + TOGETHER_NS;
        bool ends = time >= last - TOGETHER_NS;
        if (!time_window_has(window, event_table_int(t, 0, row)) || (!begins && !ends) ||
            event_table_repeats(t, row))
            continue;
        uint32_t type = event_table_id(t, LEAK_LOADER_TYPE, row);
        uint32_t name = event_table_id(t, LEAK_LOADER_NAME, row);
        size_t at = map_number(&index, (uint64_t)type << 32 | name, out->loaders.len);
        if (at == out->loaders.len)
            array_push(&out->loaders, (struct leak_loaders){.type = type, .name = name});
        struct leak_loaders *loaders = &array_at(&out->loaders, at);
        int64_t classes = event_table_int(t, LEAK_LOADER_CLASSES, row);
        int64_t bytes = event_table_int(t, LEAK_LOADER_BYTES, row);
        loaders->first += begins;
        if (!ends) continue;
        loaders->last++;
        if (classes > 0) loaders->classes += (uint64_t)classes;
        if (bytes > 0) loaders->bytes = whole_clamped(loaders->bytes, bytes);
    }
    for (size_t i = 0; i < out->loaders.len; i++)
        if (out->loaders.items[i].last > 1) out->loaders.items[kept++] = out->loaders.items[i];
    out->loaders.len = kept;
    if (kept) qsort(out->loaders.items, kept, sizeof *out->loaders.items, compare_loaders);
}

void leaks_make(const struct tables *tables, const struct time_window *window, int64_t end_ns,
                struct leaks *out) {
    *out = (struct leaks){0};
    leak_trend_make(tables, window, end_ns, &out->trend);
    make_candidates(tables, window, out);
    make_loaders(tables, window, out);
    if (leak_processes(tables) <= 1)
        unfreed_make(tables, window, out); /* addresses are a process's */
}

void leaks_free(struct leaks *leaks) {
    leak_trend_free(&leaks->trend);
    for (size_t i = 0; i < leaks->candidates.len; i++)
        array_free(&leaks->candidates.items[i].chains);
    arrays_free(&leaks->candidates, &leaks->loaders, &leaks->natives);
}
