/* Hot methods as a table of a sheet. */
#pragma once

#include "analyzers/methods/hot_methods.h"
#include "cmd/write/amount.h"
#include "cmd/write/frame_cells.h"

struct hot_view {
    const struct profile *profile;
    const struct hot_methods *hot;
    enum frame_by by;
    enum profile_unit unit;  /* values are shown, in this unit; PROFILE_NO_UNIT: samples alone */
    bool frame_type;         /* rows differ by it: a column more */
    size_t max_rows;         /* 0: all that hot has */
    size_t name_columns;     /* longer names are shortened; 0: not here */
    const uint64_t *seen_in; /* by frame, how many recordings have it; NULL: no such column */
    const char *title;       /* of a first column, which says the group in each row; NULL: none */
    const char *group;
};

/* The table "methods", to be ended, and its rows. */
void hot_add_columns(const struct hot_view *view, struct sheet *sheet);
void hot_add_rows(const struct hot_view *view, struct sheet *sheet);
/* Adds all of it. */
void hot_add(const struct hot_view *view, struct sheet *sheet);
/* "40 % of the samples are in A.a; 90 % are in B.b and what it calls." of all rows, whatever is
 * shown; nothing of a few samples. */
void hot_add_lead(const struct hot_view *view, struct text *out);
/* "30 of 112 methods shown; --top 0 shows all" */
void hot_add_shown(const struct hot_view *view, struct text *out);
