/* What the sources of this room share: the tables of gc_wishes. */
#pragma once

#include "analyzers/gc/gc.h"
#include "analyzers/gc/gc_wishes.h"
#include "analyzers/tables/numbered.h"

struct gc_source {
    const struct tables *tables;
    const struct gc_options *options;
    struct gc *gc;
};

/* NULL only if gc_wishes were not read. */
const struct event_table *gc_table_of(const struct gc_source *source, enum gc_table table);
/* Is the row in the window, and no repetition of the one before? */
bool gc_counts(const struct gc_source *source, const struct event_table *table, size_t row);
const char *gc_text(const struct gc_source *source, uint32_t id);
/* "Before GC", "After GC" */
bool gc_is_text(const struct gc_source *source, uint32_t id, const char *text);

/* Fill in that part of source->gc. */
void gc_make_heap(const struct gc_source *source);
void gc_make_trouble(const struct gc_source *source);
/* What the threads did before the longest pauses. */
void gc_make_doing(const struct gc_source *source);
