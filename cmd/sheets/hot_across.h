/* Hot methods by where their samples come from: a column for each of the largest groups, all of
 * them for programs; and groups that differ from the others. */
#pragma once

#include "analyzers/compare/outliers.h"
#include "cmd/sheets/hot_table.h"

struct hot_across_view {
    const struct hot_view *hot; /* rows that are shown, and how */
    const struct across *across;
    const char *label; /* "recording", "service" */
    bool total;        /* what the columns of groups show: total, else self */
};

/* Adds the tables "groups" and "methods"; of CSV there is one, a line for each row and group. */
void hot_across_add(const struct hot_across_view *view, struct sheet *sheet);
/* "By service: the 6 largest of 44" where not all have a column. */
void hot_across_add_shown(const struct hot_across_view *view, struct text *out);
/* Adds the table "outliers", top rows of it for people (0: all), and what it is of. */
void hot_outliers_add(const struct hot_across_view *view, const struct outliers *outliers,
                      size_t top, struct sheet *sheet);
