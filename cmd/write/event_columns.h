/* Groups of events (analyzers/events/fold.h) as tables: which columns they have, how wide they may
 * be, and what is said of groups that are not shown. */
#pragma once

#include "analyzers/events/fold.h"
#include "cmd/write/sheet.h"

/* What is shown comes first, as numbers are short; the keys, which may be long, last, unless they
 * are known to be numbers or times. */
bool event_columns_keys_lead(const struct fold_plan *plan);
/* Of what kind a show's values are; the cell says nothing. */
struct fold_value event_columns_kind(const struct fold_plan *plan, size_t show);
/* last: texts take what room there is. */
struct sheet_column event_columns_of(const char *title, const char *key, struct fold_value kind,
                                     bool last);
/* A text that begins as a class or method does may be shown without its packages. */
struct cell event_columns_name(struct cell cell);
/* "... and 12 more groups; --top 0 shows all" below a table; 0: nothing. */
void event_columns_add_left_out(size_t count, const char *noun, struct text *out);
void event_columns_say_left_out(size_t count, const char *noun, struct sheet *sheet);
