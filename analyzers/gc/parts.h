/* What the sources of this room share: the tables of gc_wishes. */
#pragma once

#include "analyzers/gc/gc.h"
#include "analyzers/tables/numbered.h"

enum gc_table {
    GC_COLLECTION,
    GC_PAUSES, /* pauses and their parts, level by level */
    GC_PAUSES_LAST = GC_PAUSES + 4,
    GC_CONCURRENTS,
    GC_CONCURRENTS_LAST = GC_CONCURRENTS + 2,
    GC_PARALLELS,
    GC_HEAPS,
    GC_HEAPS_PARALLEL,
    GC_HEAPS_G1,
    GC_EVACUATIONS_FAILED,
    GC_PROMOTIONS_FAILED,
    GC_CONCURRENT_FAILED,
    GC_STALLS,
    GC_CPU,
    GC_METASPACE,
    GC_CONFIGURATION,
    GC_HEAP_CONFIGURATION,
    GC_CALLS,
    GC_REQUIRING,
    GC_FLAGS,
    GC_JVMS,
    GC_SAMPLES,
    GC_ALLOCATION_SAMPLES,
    GC_ALLOCATION_TLABS,
    GC_ALLOCATION_OUTSIDE,
    GC_TABLES
};

enum { GC_TIME, GC_FIRST }; /* columns: the start time, then what each table has */

struct gc_source {
    const struct tables *tables;
    const struct gc_options *options;
    struct gc *gc;
};

const struct event_table *gc_table_of(const struct gc_source *source, enum gc_table table);
/* Is the row in the window, and no repetition of the one before? */
bool gc_counts(const struct gc_source *source, const struct event_table *table, size_t row);
const char *gc_text(const struct gc_source *source, uint32_t id);
/* "Before GC", "After GC" */
bool gc_is_text(const struct gc_source *source, uint32_t id, const char *text);

void gc_make_heap(const struct gc_source *source);
void gc_make_trouble(const struct gc_source *source);
/* What the threads did before the longest pauses. */
void gc_make_doing(const struct gc_source *source);
