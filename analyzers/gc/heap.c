/* The heap before and after collections, and what that says of allocation and promotion. */
#include "analyzers/gc/parts.h"
#include "base/units.h"

#include <math.h>
#include <string.h>

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
    array_free(&sides->before);
    array_free(&sides->after);
}

static int64_t end_of(const struct gc_collection *c) {
    int64_t end;
    return __builtin_add_overflow(c->start_ns, c->duration_ns, &end) ? INT64_MAX : end;
}

/* The rows of the collection, or SIZE_MAX. */
static size_t row_before(const struct sides *sides, const struct gc_collection *c) {
    return numbered_find(&sides->before, c->id, c->start_ns);
}

static size_t row_after(const struct sides *sides, const struct gc_collection *c) {
    return numbered_find(&sides->after, c->id, end_of(c));
}

static void add_bytes(int64_t *sum, int64_t bytes) {
    if (bytes > 0 && __builtin_add_overflow(*sum, bytes, sum)) *sum = INT64_MAX;
}

static double per_second(int64_t bytes, int64_t ns) {
    return ns > 0 ? (double)bytes / ((double)ns / 1e9) : NAN;
}

/* ==== Use =================================================================================== */

/* Growth from one summary to the next, unless a collection lies between them. */
static void add_use(const struct gc_source *source, struct gc_heap *heap) {
    const struct event_table *t = gc_table_of(source, GC_HEAPS);
    int64_t last_used = -1, first_ns = 0, last_ns = 0;
    bool last_before = false;
    heap->allocated = 0;
    for (size_t row = 0; row < t->rows; row++) {
        int64_t used = event_table_int(t, GC_FIRST + 2, row);
        if (!gc_counts(source, t, row) || used < 0) continue;
        uint32_t when = event_table_id(t, GC_FIRST + 1, row);
        bool before = gc_is_text(source, when, "Before GC");
        if (!before && !gc_is_text(source, when, "After GC")) continue;
        if (last_used < 0) first_ns = event_table_int(t, GC_TIME, row);
        else if (before || !last_before) add_bytes(&heap->allocated, used - last_used);
        last_ns = event_table_int(t, GC_TIME, row);
        last_used = used;
        last_before = before;
        heap->summaries++;
        if (event_table_int(t, GC_FIRST + 3, row) > heap->max)
            heap->max = event_table_int(t, GC_FIRST + 3, row);
        if (before && used > heap->before_most) heap->before_most = used;
        if (before) continue;
        if (heap->after_first < 0) heap->after_first = heap->after_least = used;
        if (used < heap->after_least) heap->after_least = used;
        if (used > heap->after_most) heap->after_most = used;
        heap->after_last = used;
    }
    heap->allocated_per_s = per_second(heap->allocated, last_ns - first_ns);
    heap->allocated_from = heap->summaries > 1 ? "jdk.GCHeapSummary" : NULL;
}

/* ==== Allocation ============================================================================ */

static bool works_beside(const struct gc_source *source) {
    const struct gc *gc = source->gc;
    for (size_t i = 0; i < gc->by_collector.len; i++) {
        const char *name = gc_text(source, gc->by_collector.items[i].name);
        if (*name == 'Z' || strncmp(name, "Shenandoah", 10) == 0) return true;
    }
    return false;
}

static int64_t sum_of(const struct gc_source *source, enum gc_table table, bool *any) {
    const struct event_table *t = gc_table_of(source, table);
    int64_t sum = 0;
    for (size_t row = 0; row < t->rows; row++) {
        int64_t time = event_table_int(t, GC_TIME, row);
        if (time < source->options->window.from_ns || time > source->options->window.to_ns)
            continue; /* what looks like a repetition may be another thread's */
        add_bytes(&sum, event_table_int(t, GC_FIRST, row));
        *any = true;
    }
    return sum;
}

static void take_samples(const struct gc_source *source, struct gc_heap *heap) {
    bool any = false, other = false;
    int64_t sum = sum_of(source, GC_ALLOCATION_SAMPLES, &any);
    heap->allocated_from = "jdk.ObjectAllocationSample";
    if (!any) {
        heap->allocated_from = "jdk.ObjectAllocationInNewTLAB";
        sum = sum_of(source, GC_ALLOCATION_TLABS, &any);
        add_bytes(&sum, sum_of(source, GC_ALLOCATION_OUTSIDE, &other));
    }
    heap->allocated = any || other ? sum : -1;
    heap->allocated_per_s = any || other ? per_second(sum, source->options->recorded_ns) : NAN;
    if (!any && !other) heap->allocated_from = NULL;
}

/* ==== Promotion ============================================================================= */

/* How large the old generation is in row of the table; negative: not known. */
static int64_t old_size(const struct gc_source *source, enum gc_table table, size_t row,
                        int64_t used) {
    const struct event_table *t = gc_table_of(source, table);
    if (row == SIZE_MAX) return -1;
    if (table == GC_HEAPS_PARALLEL) return event_table_int(t, GC_FIRST + 2, row);
    int64_t eden = event_table_int(t, GC_FIRST + 2, row);
    int64_t survivor = event_table_int(t, GC_FIRST + 3, row);
    if (used < 0 || eden < 0 || survivor < 0 || eden > used) return -1;
    return used - eden - survivor; /* negative where the survivors have no room */
}

static void add_promotion(const struct gc_source *source, enum gc_table table,
                          const char *collector, struct gc_heap *heap) {
    const struct gc *gc = source->gc;
    struct sides sides = sides_of(source, table);
    int64_t first_ns = 0, last_ns = 0;
    for (size_t i = 0; i < gc->collections.len; i++) {
        const struct gc_collection *c = &gc->collections.items[i];
        if (!gc_is_text(source, c->collector, collector)) continue;
        int64_t before = old_size(source, table, row_before(&sides, c), c->before);
        int64_t after = old_size(source, table, row_after(&sides, c), c->after);
        if (before < 0 || after < 0) continue;
        if (heap->promoted < 0) {
            heap->promoted = 0;
            first_ns = c->start_ns;
        }
        add_bytes(&heap->promoted, after - before);
        last_ns = c->start_ns;
    }
    if (heap->promoted >= 0) heap->promoted_per_s = per_second(heap->promoted, last_ns - first_ns);
    sides_free(&sides);
}

/* ==== All of it ============================================================================= */

void gc_make_heap(const struct gc_source *source) {
    struct gc *gc = source->gc;
    struct gc_heap *heap = &gc->heap;
    *heap = (struct gc_heap){.max = -1,
                             .before_most = -1,
                             .after_first = -1,
                             .after_least = -1,
                             .after_most = -1,
                             .after_last = -1,
                             .allocated = -1,
                             .promoted = -1,
                             .allocated_per_s = NAN,
                             .promoted_per_s = NAN,
                             .full_ns = -1};
    const struct event_table *t = gc_table_of(source, GC_HEAPS);
    struct sides sides = sides_of(source, GC_HEAPS);
    for (size_t i = 0; i < gc->collections.len; i++) {
        struct gc_collection *c = &gc->collections.items[i];
        size_t before = row_before(&sides, c), after = row_after(&sides, c);
        if (before != SIZE_MAX) c->before = event_table_int(t, GC_FIRST + 2, before);
        if (after != SIZE_MAX) c->after = event_table_int(t, GC_FIRST + 2, after);
    }
    sides_free(&sides);
    if (gc->jvms > 1) return;
    add_use(source, heap);
    if (!heap->summaries) heap->allocated = -1;
    if (works_beside(source)) take_samples(source, heap);
    add_promotion(source, GC_HEAPS_PARALLEL, "ParallelScavenge", heap);
    add_promotion(source, GC_HEAPS_G1, "G1New", heap);
    t = gc_table_of(source, GC_HEAP_CONFIGURATION);
    if (t->rows && event_table_int(t, GC_FIRST, t->rows - 1) > 0)
        heap->max = event_table_int(t, GC_FIRST, t->rows - 1);
    double left = (double)(heap->max - heap->after_last) / heap->allocated_per_s;
    if (heap->max >= heap->after_last && heap->after_last >= 0 && left >= 0 && left < 1e9)
        heap->full_ns = (int64_t)(left * 1e9);
}
