/* Several events of a cursor at once, for who wants most of them. */
#ifndef PARSER_EVENT_H
#define PARSER_EVENT_H

#include "parser/jfr.h"

/* As many calls of jfr_cursor_next. Returns how many there are, most at the most; 0: no more. */
size_t cursor_next_many(struct jfr_cursor *cursor, struct jfr_event *events, size_t most);

#endif
