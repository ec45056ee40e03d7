/* Hot methods as rows of a table and of JSON. */
#ifndef CMD_WRITE_HOT_TABLE_H
#define CMD_WRITE_HOT_TABLE_H

#include "analyzers/methods/hot_methods.h"
#include "cmd/write/amount.h"
#include "cmd/write/frame_cells.h"

struct hot_view {
    const struct profile *profile;
    const struct hot_methods *hot;
    enum frame_by by;
    enum profile_unit unit; /* values are shown, in this unit; PROFILE_NO_UNIT: samples alone */
    bool frame_type;        /* rows differ by it: a column more */
    size_t max_rows;        /* 0: all that hot has */
    size_t name_columns;    /* longer names are shortened; 0: not here */
};

/* Into a table that is empty. */
void hot_fill_table(const struct hot_view *view, struct table *table);
void hot_add_json(const struct hot_view *view, cJSON *methods);
/* "30 of 112 methods shown; --top 0 shows all" */
void hot_add_shown(const struct hot_view *view, struct text *out);

#endif
