/* In which order the rows of a table are. */
#pragma once

#include "analyzers/tables/table.h"

#include <string.h>

/* Of a cell of JFR_COLUMN_REAL. */
static inline double table_real(uint64_t cell) {
    double real;
    memcpy(&real, &cell, sizeof real);
    return real;
}

/* < 0: a comes first, 0: they are equal. Of things by what they are, null last. */
int table_compare_cells(const struct things *things, enum jfr_column_kind kind, uint64_t a,
                        uint64_t b);
/* Are they, as table_order would have them? False where that costs more than a look at neighbours.
 */
bool table_is_in_order(const struct things *things, const struct event_table *table);
/* The rows by time, those of one time by their cells: what they are decides, not how they came. The
 * caller frees it. */
uint32_t *table_order(const struct things *things, const struct event_table *table);
