/* Tables of rows that were grouped: what they are told apart by is a column each. */
#ifndef CMD_SHEETS_GROUPS_H
#define CMD_SHEETS_GROUPS_H

#include "analyzers/time/grouped.h"
#include "cmd/read/view.h"

enum group_cell { GROUP_TEXT, GROUP_NUMBER, GROUP_THREAD };

struct group_column { /* of a key */
    const char *title, *key;
    enum group_cell kind;
};

struct group_table {
    const char *title, *key;                   /* of the group and its array */
    const char *count;                         /* title of the number of rows: "times" */
    const char *sum, *sum_key;                 /* of grouping.sum, bytes; NULL: none */
    bool lengths;                              /* durations matter; else only the count is shown */
    struct group_column columns[GROUPED_KEYS]; /* of the keys; the last may be long */
};

/* The rows that the view shows, of its window. */
void groups_describe(const struct view *view, const struct grouping *grouping,
                     const struct group_table *table, struct sheet *sheet);

#endif
