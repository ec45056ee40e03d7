/* Cursors for who wants most events, several at once, or only some of the chunk. */
#pragma once

#include "parser/jfr.h"

/* As many calls of jfr_cursor_next. Returns how many there are, most at the most; 0: no more. */
size_t cursor_next_many(struct jfr_cursor *cursor, struct jfr_event *events, size_t most);

/* From now on the cursor, of which nothing was read, goes over this part of the chunk alone, which
 * begins and ends between two events. */
void cursor_keep_to(struct jfr_cursor *cursor, uint64_t from, uint64_t to);

/* The event at that place of the chunk, where a cursor found one. False: there is none. */
bool event_at(const struct jfr_chunk *chunk, uint64_t offset, struct jfr_event *event);
