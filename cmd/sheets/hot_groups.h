/* Hot methods of each group of samples, a table for each. */
#pragma once

#include "analyzers/methods/hot_groups.h"
#include "cmd/sheets/hot_table.h"

struct hot_groups_view {
    const struct hot_groups *groups;
    struct hot_view of; /* what tables have; profile and hot are set for each group */
    enum hot_sort sort;
    size_t top;       /* rows of each, 0: all; people then see the first groups alone */
    const char *what; /* tells them apart: "endpoint" */
};

/* Adds the array "groups"; of CSV one table with a column more. */
void hot_groups_add(const struct hot_groups_view *view, struct sheet *sheet);
