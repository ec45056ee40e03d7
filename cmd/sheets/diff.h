/* The difference of two sides as a sheet. */
#pragma once

#include "cmd/read/changes.h"
#include "cmd/write/sheet.h"

struct diff_view {
    const struct diff *diff;
    const struct diff_options *options;
    const struct comparison *comparison;
    const struct selection *selection;
    const struct changes *changes; /* what happened besides */
    bool self;                     /* which measure is shown and sorted by */
    bool paths;                    /* paths of the call tree instead of rows */
    size_t top;                    /* 0: all */
    size_t by_chance;              /* most rows that chance alone can explain; SIZE_MAX: any */
};

/* What chance alone can explain is of little use: people see few rows of it, unless they said how
 * many. */
enum { DIFF_USUAL_ROWS = 30, DIFF_CHANCE_ROWS = 5 };

/* Puts all of it on the sheet: rates, requests, findings, methods. */
void diff_describe(const struct diff_view *view, struct sheet *sheet);

/* "754 samples of jdk.ExecutionSample in 8.1 s": what a side is. */
void diff_add_side(const struct diff_view *view, int side, struct text *out);
/* "1.53x", "new", "removed", "-". */
void diff_add_ratio(double ratio, struct text *out);
/* "p=0.012", "p<0.001". */
void diff_add_p(double p, struct text *out);
/* Cells that people read so. */
void diff_ratio_cell(double ratio, struct sheet *sheet);
void diff_p_cell(double p, struct sheet *sheet);
