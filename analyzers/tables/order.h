/* In which order the rows of a table are. */
#pragma once

#include "analyzers/tables/table.h"

/* Of a cell of JFR_COLUMN_REAL. */
static inline double table_real(uint64_t cell) {
    double real;
    memcpy(&real, &cell, sizeof real);
    return real;
}

/* < 0: a comes first, 0: they are equal. Of things by what they are, null last. */
int table_compare_cells(const struct things *things, enum jfr_column_kind kind, uint64_t a,
                        uint64_t b);
/* Of loose rows: is the first column the time, and does it not descend? */
bool table_is_by_time(const struct event_table *table);
/* Are all rows as they are to be, if time decides first? */
bool table_is_ordered(const struct things *things, const struct event_table *table);
/* Of such ones: the row behind the last with the time of this one. */
size_t table_time_ends(const struct event_table *table, size_t from);
/* Orders rows by their cells alone. False: they were in order. */
bool table_order_cells(const struct things *things, const struct event_table *table,
                       uint32_t *order, size_t len);
/* The loose rows by time, those of one time by their cells: what they are decides, not how they
 * came. The caller frees it. */
uint32_t *table_order(const struct things *things, const struct event_table *table);
