/* Candidates: event types that may be requests. They are the program's own, not the JDK's nor a
 * profiler's, and have a time, a duration and a thread. What tells them apart is one of their
 * texts: those that are @Contextual first. */
#pragma once

#include "analyzers/requests/contextual.h"
#include "analyzers/tables/table.h"

/* Columns of the tables: from the third on texts, as many as there are. */
enum { CANDIDATE_START, CANDIDATE_DURATION, CANDIDATE_THREAD, CANDIDATE_TEXTS };

/* For walk_join(&run, &tables_reader, ...). */
extern const struct wishes candidates_wishes;
/* Is it a table of these? */
bool candidates_has(const struct event_table *table);
/* Of each of the tables: are its events parts of requests? Most lie within an event of another
 * candidate, in its thread. */
void candidates_find_parts(const struct tables *tables, bool *parts);
/* Does one of its events take time? */
bool candidates_take_time(const struct event_table *table);

/* The type of most events among those that take time; of types with a field that is @Contextual, if
 * there is one. NULL: there is none. The name is the tables'. */
const char *candidates_busiest(const struct tables *tables, const struct contextual *contextual);
