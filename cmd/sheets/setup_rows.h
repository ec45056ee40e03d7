/* The rows that a recording has of its JVM, each once. */
#pragma once

#include "cmd/sheets/setup.h"
#include "cmd/sheets/setup_wishes.h"

/* What chunks and recordings say again is one row. */
struct setup_entry {
    enum setup_table table;
    size_t row;
};
typedef ARRAY(struct setup_entry) setup_entries;

/* NULL: it was not read. */
const struct event_table *setup_table_of(const struct setup_view *view, enum setup_table table);
/* Adds rows of which the first columns behind the time are new; of later ones the last counts. */
void setup_take(const struct setup_view *view, enum setup_table table, size_t columns,
                setup_entries *out);
const char *setup_text(const struct setup_view *view, const struct setup_entry *e, size_t column);
int64_t setup_int(const struct setup_view *view, const struct setup_entry *e, size_t column);
void setup_sort(const struct setup_view *view, size_t columns, setup_entries *out);
/* A text, masked where it has to be; NULL: there is none. */
const char *setup_masked(const struct setup_view *view, const char *name, const char *value,
                         struct text *out);
/* Of any kind of column. */
void setup_add_value(const struct setup_view *view, const struct setup_entry *e, size_t column,
                     struct text *out);
