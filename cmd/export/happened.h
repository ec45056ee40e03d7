/* What happened besides samples, for formats that show it on a time line: kinds of events, each a
 * question of analyzers/events. What a kind has is told apart by its name and colour; the last kind
 * is everything else that took time, whoever defined it.
 */
#pragma once

#include "analyzers/events/events.h"

#define HAPPENED_TYPES 8

struct happened_kind {
    const char *name, *color; /* the colour as the Firefox Profiler calls it */
    const char *types[HAPPENED_TYPES];
    const char *where;
};

enum { HAPPENED_KINDS = 6 };
extern const struct happened_kind happened_kinds[HAPPENED_KINDS];

/* The question for a kind; its rows come by duration, the longest first, at most top (0: all that
 * memory allows), unless row takes them as they come. */
struct event_question happened_question(size_t kind, uint64_t top);
/* Is the type shown as of this kind? What a kind names is not of the last one. */
bool happened_is_of(size_t kind, const char *type);

struct happened_columns { /* where in a row; SIZE_MAX: it has no such field */
    size_t duration, thread, stack;
};
/* SIZE_MAX: it has no such column. */
struct happened_columns happened_columns(const struct event_source *source);
/* Is the column a value of the event besides these and its time? */
bool happened_is_value(const struct event_source *source, size_t column);
int64_t happened_duration(const struct event_row *row, const struct happened_columns *columns);
