/* The heap before and after collections, and what that says of allocation and promotion. */
#include "analyzers/gc/parts.h"

struct sides { /* rows of a kind of summary, by collection */
    numbered_index before, after;
};

static struct sides sides_of(const struct gc_source *source, enum gc_table table) {
    const struct event_table *t = gc_table_of(source, table);
    struct sides sides = {0};
    for (size_t row = 0; row < t->rows; row++) {
        uint32_t when = event_table_id(t, GC_FIRST + 1, row);
        struct numbered numbered = {event_table_int(t, GC_FIRST, row),
                                    event_table_int(t, GC_TIME, row), row};
        if (gc_is_text(source, when, "Before GC")) array_push(&sides.before, numbered);
        else if (gc_is_text(source, when, "After GC")) array_push(&sides.after, numbered);
    }
    numbered_sort(&sides.before);
    numbered_sort(&sides.after);
    return sides;
}

static void sides_free(struct sides *sides) {
    arrays_free(&sides->before, &sides->after);
}

static int64_t end_of(const struct gc_collection *c) {
    return whole_clamped(c->start_ns, c->duration_ns);
}

/* The rows of the collection, or SIZE_MAX. */
static size_t row_before(const struct sides *sides, const struct gc_collection *c) {
    return numbered_find(&sides->before, c->id, c->start_ns);
}

static size_t row_after(const struct sides *sides, const struct gc_collection *c) {
    return numbered_find(&sides->after, c->id, end_of(c));
}

static void add_summary(struct gc_heap *heap, int64_t used, bool before) {
    heap->summaries++;
    if (before) {
        heap->before_most = whole_max(heap->before_most, used);
        return;
    }
    heap->after_first = whole_or(heap->after_first, used);
    heap->after_least = whole_min(heap->after_least, used);
    heap->after_most = whole_max(heap->after_most, used);
    heap->after_last = used;
}

/* Growth from one summary to the next, unless a collection lies between them. That it did not grow
 * says that no time was between them, not that nothing was allocated: so it is of a pair of
 * collections at once, and there is no such stretch at all of one collection. */
static void add_use(const struct gc_source *source, struct gc_heap *heap) {
    const struct event_table *t = gc_table_of(source, GC_HEAPS);
    int64_t last_used = MISSING, first_ns = MISSING, last_ns = MISSING;
    bool last_before = false;
    for (size_t row = 0; row < t->rows; row++) {
        int64_t used = whole_amount(event_table_int(t, GC_FIRST + 2, row));
        if (!gc_counts(source, t, row) || is_missing(used)) continue;
        uint32_t when = event_table_id(t, GC_FIRST + 1, row);
        bool before = gc_is_text(source, when, "Before GC");
        if (!before && !gc_is_text(source, when, "After GC")) continue;
        int64_t grown = whole_minus(used, last_used);
        if (grown > 0 && (before || !last_before)) whole_gather(&heap->allocated, grown);
        last_ns = event_table_int(t, GC_TIME, row);
        first_ns = whole_or(first_ns, last_ns);
        last_used = used;
        last_before = before;
        heap->max = whole_max(heap->max, whole_amount(event_table_int(t, GC_FIRST + 3, row)));
        add_summary(heap, used, before);
    }
    heap->allocated_per_s = rate_of(heap->allocated, whole_minus(last_ns, first_ns));
    heap->allocated_from = is_known(heap->allocated) ? "jdk.GCHeapSummary" : NULL;
}

static bool works_beside(const struct gc_source *source) {
    const struct gc *gc = source->gc;
    for (size_t i = 0; i < gc->by_collector.len; i++) {
        const char *name = gc_text(source, gc->by_collector.items[i].name);
        if (*name == 'Z' || strncmp(name, "Shenandoah", 10) == 0) return true;
    }
    return false;
}

static int64_t sum_of(const struct gc_source *source, enum gc_table table) {
    const struct event_table *t = gc_table_of(source, table);
    int64_t sum = MISSING;
    for (size_t row = 0; row < t->rows; row++) {
        int64_t time = event_table_int(t, GC_TIME, row);
        if (!time_window_has(&source->options->window, time))
            continue; /* what looks like a repetition may be another thread's */
        whole_gather(&sum, whole_amount(event_table_int(t, GC_FIRST, row)));
    }
    return sum;
}

static void take_samples(const struct gc_source *source, struct gc_heap *heap) {
    heap->allocated = sum_of(source, GC_ALLOCATION_SAMPLES);
    heap->allocated_from = "jdk.ObjectAllocationSample";
    if (is_missing(heap->allocated)) {
        heap->allocated_from = "jdk.ObjectAllocationInNewTLAB";
        heap->allocated = sum_of(source, GC_ALLOCATION_TLABS);
        whole_gather(&heap->allocated, sum_of(source, GC_ALLOCATION_OUTSIDE));
    }
    if (is_missing(heap->allocated)) heap->allocated_from = NULL;
    heap->allocated_per_s = rate_of(heap->allocated, source->options->recorded_ns);
}

/* How large the old generation is in row of the table. */
static int64_t old_size(const struct gc_source *source, enum gc_table table, size_t row,
                        int64_t used) {
    const struct event_table *t = gc_table_of(source, table);
    if (row == SIZE_MAX) return MISSING;
    if (table == GC_HEAPS_PARALLEL) return whole_amount(event_table_int(t, GC_FIRST + 2, row));
    int64_t eden = whole_amount(event_table_int(t, GC_FIRST + 2, row));
    int64_t survivor = whole_amount(event_table_int(t, GC_FIRST + 3, row));
    return whole_amount(whole_minus(whole_minus(used, eden), survivor)); /* if they have room */
}

static void add_promotion(const struct gc_source *source, enum gc_table table,
                          const char *collector, struct gc_heap *heap) {
    const struct gc *gc = source->gc;
    OWNED(sides_free) struct sides sides = sides_of(source, table);
    int64_t first_ns = MISSING, last_ns = MISSING;
    EACH (const struct gc_collection, c, &gc->collections) {
        if (!gc_is_text(source, c->collector, collector)) continue;
        int64_t before = old_size(source, table, row_before(&sides, c), c->before);
        int64_t after = old_size(source, table, row_after(&sides, c), c->after);
        int64_t grown = whole_minus(after, before);
        if (is_missing(grown)) continue;
        whole_gather(&heap->promoted, grown > 0 ? grown : 0);
        last_ns = c->start_ns;
        first_ns = whole_or(first_ns, last_ns);
    }
    if (is_known(first_ns))
        heap->promoted_per_s = rate_of(heap->promoted, whole_minus(last_ns, first_ns));
}

void gc_make_heap(const struct gc_source *source) {
    struct gc *gc = source->gc;
    struct gc_heap *heap = &gc->heap;
    *heap = (struct gc_heap){.max = MISSING,
                             .before_most = MISSING,
                             .after_first = MISSING,
                             .after_least = MISSING,
                             .after_most = MISSING,
                             .after_last = MISSING,
                             .allocated = MISSING,
                             .promoted = MISSING,
                             .allocated_per_s = MISSING_REAL,
                             .promoted_per_s = MISSING_REAL,
                             .full_ns = MISSING};
    const struct event_table *t = gc_table_of(source, GC_HEAPS);
    struct sides sides = sides_of(source, GC_HEAPS);
    EACH (struct gc_collection, c, &gc->collections) {
        size_t before = row_before(&sides, c), after = row_after(&sides, c);
        if (before != SIZE_MAX) c->before = whole_amount(event_table_int(t, GC_FIRST + 2, before));
        if (after != SIZE_MAX) c->after = whole_amount(event_table_int(t, GC_FIRST + 2, after));
    }
    sides_free(&sides);
    if (gc->jvms > 1) return;
    add_use(source, heap);
    if (works_beside(source)) take_samples(source, heap);
    add_promotion(source, GC_HEAPS_PARALLEL, "ParallelScavenge", heap);
    add_promotion(source, GC_HEAPS_G1, "G1New", heap);
    t = gc_table_of(source, GC_HEAP_CONFIGURATION);
    if (t->rows && event_table_int(t, GC_FIRST, t->rows - 1) > 0)
        heap->max = event_table_int(t, GC_FIRST, t->rows - 1);
    int64_t room = whole_amount(whole_minus(heap->max, heap->after_last));
    double left = ratio_of(whole_real(room), heap->allocated_per_s);
    if (left < 1e9) heap->full_ns = (int64_t)(left * 1e9);
}
