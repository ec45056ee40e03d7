/* Cursors for who wants most events, several at once, or only some of the chunk. */
#pragma once

#include "parser/jfr.h"

/* As many calls of jfr_cursor_next. Returns how many there are, most at the most; 0: no more. */
size_t cursor_next_many(struct jfr_cursor *cursor, struct jfr_event *events, size_t most);

/* Events of the type, whose first value is when they begin, in ticks, are met only if that is from
 * `from` up to before `to`, ticks since the chunk's start, or too far from there to be sure. All
 * are counted. The same for all types of a cursor. */
void cursor_want_within(struct jfr_cursor *cursor, uint64_t type_id, int64_t from, int64_t to);
#define CURSOR_SURE (INT64_C(1) << 50) /* ticks from the chunk's start */

/* From now on the cursor, of which nothing was read, goes over this part of the chunk alone, which
 * begins and ends between two events. */
void cursor_keep_to(struct jfr_cursor *cursor, uint64_t from, uint64_t to);

/* The event at that place of the chunk, where a cursor found one. False: there is none. */
bool event_at(const struct jfr_chunk *chunk, uint64_t offset, struct jfr_event *event);
