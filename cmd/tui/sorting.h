/* Rows of a report's tables, which are text, in another order. */
#pragma once

#include "base/text.h"

/* Sorts the rows below the line, if it is the headings of a table with two rows or more, by the
 * column of the heading that stands there: the greatest number first, texts by the alphabet; the
 * other way round if they are so already. False: it is none. heading: what it is called; appended.
 */
bool sorting_click(struct text *body, size_t line, size_t column, struct text *heading);
/* Sorts the table of the line, or the next one, by its next heading; last: the last one. */
bool sorting_next(struct text *body, size_t line, size_t *last, struct text *heading);
