/* Wishes that are made only when the types of a chunk are seen: of whatever events a program has of
 * its own, say (wishes.choose). Their tables come behind those of the other wishes, and own theirs.
 */
#pragma once

#include "analyzers/tables/table.h"

/* Opens those of all types that are chosen. Pointers to tables live until the next is opened. */
void chosen_of_types(struct tables *tables, const struct jfr_metadata *metadata);
/* The table that is here what the other one is elsewhere. */
struct event_table *chosen_again(struct tables *tables, const struct event_table *other);
/* Frees the wish of such a table. */
void chosen_free(const struct wish *wish);
