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
};

/* Where nothing changed by more than chance people see fewer rows than usual, unless they said how
 * many. */
enum { DIFF_USUAL_ROWS = 30, DIFF_QUIET_ROWS = 5 };

void diff_describe(const struct diff_view *view, struct sheet *sheet);

/* "754 samples of jdk.ExecutionSample in 8.1 s": what a side is. */
void diff_add_side(const struct diff_view *view, int side, struct text *out);
/* "1.53x", "new", "removed", "-". */
void diff_add_ratio(double ratio, struct text *out);
/* "p=0.012", "p<0.001". */
void diff_add_p(double p, struct text *out);
