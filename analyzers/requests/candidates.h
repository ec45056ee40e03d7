/* Candidates: event types that may be requests. They are the program's own, not the JDK's nor a
 * profiler's, and have a time, a duration and a thread. What tells them apart is one of their
 * texts: those that are @Contextual first. */
#pragma once

#include "analyzers/tables/table.h"

/* Columns of the tables: from the third on texts, as many as there are. */
enum { CANDIDATE_START, CANDIDATE_DURATION, CANDIDATE_TEXTS };

/* For walk_join(&run, &tables_reader, ...). */
extern const struct wishes candidates_wishes;
/* Is it a table of these? */
bool candidates_has(const struct event_table *table);
