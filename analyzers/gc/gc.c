#include "analyzers/gc/gc.h"

#include "analyzers/gc/parts.h"
#include "base/units.h"

#define SAME_START_MS 2000

/* ==== What is looked for ==================================================================== */

static const struct wish rows[GC_TABLES] = {GC_ROWS};
const struct wishes gc_wishes = {
    .rows = rows,
    .count = GC_TABLES,
    .beside = {GC_SAMPLES, GC_SAMPLES + 1, {"jdk.GCPhasePause", "jdk.GarbageCollection"}}};

/* ==== For all sources of the room =========================================================== */

const struct event_table *gc_table_of(const struct gc_source *source, enum gc_table table) {
    return tables_find(source->tables, &rows[table]);
}

bool gc_counts(const struct gc_source *source, const struct event_table *table, size_t row) {
    const struct time_window *window = &source->options->window;
    return time_window_has(window, event_table_int(table, GC_TIME, row)) &&
           !event_table_repeats(table, row);
}

const char *gc_text(const struct gc_source *source, uint32_t id) {
    return id == GC_NONE ? "" : strings_get(&source->tables->things.texts, id);
}

bool gc_is_text(const struct gc_source *source, uint32_t id, const char *text) {
    return strcmp(gc_text(source, id), text) == 0;
}

static uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static int64_t or_zero(int64_t n) {
    return n > 0 ? n : 0;
}

/* ==== Collections and pauses ================================================================ */

static void make_collections(const struct gc_source *source) {
    const struct event_table *t = gc_table_of(source, GC_COLLECTION);
    struct gc *gc = source->gc;
    for (size_t row = 0; row < t->rows; row++) {
        if (!gc_counts(source, t, row)) continue;
        struct gc_collection c = {.start_ns = event_table_int(t, GC_TIME, row),
                                  .duration_ns = or_zero(event_table_int(t, GC_FIRST, row)),
                                  .id = event_table_int(t, GC_FIRST + 1, row),
                                  .collector = event_table_id(t, GC_FIRST + 2, row),
                                  .cause = event_table_id(t, GC_FIRST + 3, row),
                                  .sum_ns = whole_amount(event_table_int(t, GC_FIRST + 4, row)),
                                  .longest_ns = whole_amount(event_table_int(t, GC_FIRST + 5, row)),
                                  .before = MISSING,
                                  .after = MISSING};
        c.sum_ns = whole_or(c.sum_ns, c.duration_ns); /* its whole length must do */
        c.longest_ns = whole_or(c.longest_ns, c.sum_ns);
        gc->sum_of_pauses = whole_clamped(gc->sum_of_pauses, c.sum_ns);
        array_push(&gc->collections, c);
    }
}

static void make_pauses(const struct gc_source *source) {
    const struct event_table *t = gc_table_of(source, GC_PAUSES);
    struct gc *gc = source->gc;
    OWNED(array_release) numbered_index index = {0};
    for (size_t i = 0; i < gc->collections.len; i++) {
        const struct gc_collection *c = &gc->collections.items[i];
        array_push(&index, (struct numbered){c->id, c->start_ns, i});
    }
    numbered_sort(&index);
    for (size_t row = 0; row < t->rows; row++) {
        if (!gc_counts(source, t, row)) continue;
        struct gc_pause pause = {.start_ns = event_table_int(t, GC_TIME, row),
                                 .duration_ns = or_zero(event_table_int(t, GC_FIRST, row)),
                                 .name = event_table_id(t, GC_FIRST + 2, row)};
        pause.collection =
            numbered_find(&index, event_table_int(t, GC_FIRST + 1, row), pause.start_ns);
        array_push(&gc->pauses, pause);
    }
    gc->of_phases = gc->pauses.len > 0;
    for (size_t i = 0; i < gc->collections.len && !gc->of_phases; i++) {
        const struct gc_collection *c = &gc->collections.items[i];
        array_push(&gc->pauses, (struct gc_pause){.start_ns = c->start_ns,
                                                  .duration_ns = c->sum_ns,
                                                  .name = GC_NONE,
                                                  .collection = i});
    }
    for (size_t i = 0; i < gc->pauses.len; i++)
        lengths_add(&gc->lengths, gc->pauses.items[i].duration_ns);
    lengths_sort(&gc->lengths);
}

static int compare_groups(const void *a, const void *b) {
    const struct gc_group *x = a, *y = b;
    if (x->sum_ns != y->sum_ns) return x->sum_ns < y->sum_ns ? 1 : -1;
    if (x->collections != y->collections) return x->collections < y->collections ? 1 : -1;
    return ORDER(x->name, y->name); /* numbers are in order of the texts */
}

static void make_groups(const struct gc *gc, bool by_cause, gc_groups *groups) {
    OWNED(map_free) struct map index = {0};
    EACH (const struct gc_collection, c, &gc->collections) {
        size_t at = map_number(&index, by_cause ? c->cause : c->collector, groups->len);
        if (at == groups->len)
            array_push(groups, (struct gc_group){.name = by_cause ? c->cause : c->collector});
        struct gc_group *group = &array_at(groups, at);
        group->collections++;
        group->sum_ns = whole_clamped(group->sum_ns, c->sum_ns);
        lengths_add(&group->longest, c->longest_ns);
    }
    for (size_t i = 0; i < groups->len; i++) lengths_sort(&groups->items[i].longest);
    array_sort(groups, compare_groups);
}

/* ==== Phases ================================================================================ */

static void make_phases_of(const struct gc_source *source, enum gc_table table,
                           enum gc_phase_kind kind, unsigned level) {
    const struct event_table *t = gc_table_of(source, table);
    OWNED(lengths_by_free) struct lengths_by by = {0};
    for (size_t row = 0; row < t->rows; row++)
        if (gc_counts(source, t, row))
            lengths_by_add(&by, event_table_id(t, GC_FIRST + 2, row),
                           or_zero(event_table_int(t, GC_FIRST, row)));
    lengths_by_sort(&by);
    EACH (struct lengths_row, row, &by.rows) {
        array_push(&source->gc->phases,
                   (struct gc_phase){kind, level, (uint32_t)row->key, row->lengths});
        row->lengths = (struct lengths){0}; /* theirs now */
    }
}

static void make_phases(const struct gc_source *source) {
    for (unsigned i = 0; i <= GC_PAUSES_LAST - GC_PAUSES; i++)
        make_phases_of(source, (enum gc_table)(GC_PAUSES + i), GC_PAUSE, i);
    for (unsigned i = 0; i <= GC_CONCURRENTS_LAST - GC_CONCURRENTS; i++)
        make_phases_of(source, (enum gc_table)(GC_CONCURRENTS + i), GC_CONCURRENT, i);
    make_phases_of(source, GC_PARALLELS, GC_PARALLEL, 0);
}

/* ==== The longest pauses ==================================================================== */

struct longer {
    int64_t duration_ns;
    size_t pause;
};

ORDERED(compare_longer, struct longer, FALLING(duration_ns), RISING(pause))

static void make_longest(const struct gc_source *source) {
    struct gc *gc = source->gc;
    OWNED(array_release) ARRAY(struct longer) order = {0};
    for (size_t i = 0; i < gc->pauses.len; i++)
        array_push(&order, (struct longer){gc->pauses.items[i].duration_ns, i});
    array_sort(&order, compare_longer);
    for (size_t i = 0; i < order.len && i < source->options->longest; i++)
        array_push(&gc->longest, order.items[i].pause);
}

/* ==== Configuration ========================================================================= */

static void make_configuration(const struct gc_source *source) {
    struct gc *gc = source->gc;
    const struct event_table *t = gc_table_of(source, GC_CONFIGURATION);
    if (t->rows) { /* the last one holds */
        size_t row = t->rows - 1;
        gc->young = event_table_id(t, GC_FIRST, row);
        gc->old = event_table_id(t, GC_FIRST + 1, row);
        gc->parallel = whole_amount(event_table_int(t, GC_FIRST + 2, row));
        gc->concurrent = whole_amount(event_table_int(t, GC_FIRST + 3, row));
        gc->pause_target_ns = whole_amount(event_table_int(t, GC_FIRST + 4, row));
    }
    t = gc_table_of(source, GC_FLAGS);
    for (size_t row = 0; row < t->rows; row++)
        if (gc_is_text(source, event_table_id(t, GC_FIRST, row), "UseStringDeduplication"))
            gc->deduplicates = event_table_int(t, GC_FIRST + 1, row) == 1;
    t = gc_table_of(source, GC_CPU);
    for (size_t row = 0; row < t->rows; row++) {
        if (!gc_counts(source, t, row)) continue;
        whole_gather(&gc->user_ns, whole_amount(event_table_int(t, GC_FIRST + 1, row)));
        whole_gather(&gc->system_ns, whole_amount(event_table_int(t, GC_FIRST + 2, row)));
    }
}

/* A JVM is its process and when it was started, which different recorders see a little apart. */
static void count_jvms(const struct gc_source *source) {
    const struct event_table *t = gc_table_of(source, GC_JVMS);
    uint64_t scale = t->columns[GC_FIRST + 1].unit == JFR_UNIT_NS_TIME ? NS_PER_MS : 1;
    OWNED(array_release) numbered_index seen = {0};
    for (size_t row = 0; row < t->rows; row++) {
        int64_t pid = event_table_int(t, GC_FIRST, row);
        int64_t start = event_table_int(t, GC_FIRST + 1, row);
        size_t i = 0;
        for (; i < seen.len; i++)
            if (seen.items[i].id == pid &&
                distance(seen.items[i].time_ns, start) <= SAME_START_MS * scale)
                break;
        if (i == seen.len) array_push(&seen, (struct numbered){pid, start, row});
    }
    source->gc->jvms = seen.len;
}

/* ==== All of it ============================================================================= */

void gc_make(const struct tables *tables, const struct gc_options *options, struct gc *out) {
    struct gc_source source = {tables, options, out};
    *out = (struct gc){.young = GC_NONE,
                       .old = GC_NONE,
                       .parallel = MISSING,
                       .concurrent = MISSING,
                       .pause_target_ns = MISSING,
                       .user_ns = MISSING,
                       .system_ns = MISSING,
                       .deduplicates = MISSING};
    count_jvms(&source);
    make_collections(&source);
    make_pauses(&source);
    make_groups(out, true, &out->by_cause);
    make_groups(out, false, &out->by_collector);
    make_phases(&source);
    make_longest(&source);
    make_configuration(&source);
    gc_make_heap(&source);
    gc_make_trouble(&source);
    gc_make_doing(&source);
}

static void free_groups(gc_groups *groups) {
    for (size_t i = 0; i < groups->len; i++) lengths_free(&groups->items[i].longest);
    array_free(groups);
}

void gc_free(struct gc *gc) {
    arrays_free(&gc->collections, &gc->pauses);
    lengths_free(&gc->lengths);
    free_groups(&gc->by_cause);
    free_groups(&gc->by_collector);
    for (size_t i = 0; i < gc->phases.len; i++) lengths_free(&gc->phases.items[i].lengths);
    arrays_free(&gc->phases, &gc->longest);
    lengths_free(&gc->stalls);
    for (size_t i = 0; i < gc->stalled.len; i++) lengths_free(&gc->stalled.items[i].lengths);
    arrays_free(&gc->stalled, &gc->callers);
}
