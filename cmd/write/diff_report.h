/* The difference of two sides as a sheet. */
#ifndef CMD_WRITE_DIFF_REPORT_H
#define CMD_WRITE_DIFF_REPORT_H

#include "cmd/read/comparison.h"
#include "cmd/write/sheet.h"

struct diff_view {
    const struct diff *diff;
    const struct diff_options *options;
    const struct comparison *comparison;
    const struct selection *selection;
    bool self;  /* which measure is shown and sorted by */
    bool paths; /* paths of the call tree instead of rows */
    size_t top; /* 0: all */
};

void diff_describe(const struct diff_view *view, struct sheet *sheet);

/* The rows or paths shown, in their order; to be freed. all: before the cut to top. */
uint32_t *diff_view_rows(const struct diff_view *view, size_t *len, size_t *all);
const struct diff_measure *diff_view_measure(const struct diff_view *view, uint32_t row);

/* "754 samples of jdk.ExecutionSample in 8.1 s": what a side is. */
void diff_add_side(const struct diff_view *view, int side, struct text *out);
/* How the sides were made comparable: "Shares of samples". */
const char *diff_normalization(const struct diff_view *view);
/* "1.53x", "new", "removed", "-". */
void diff_add_ratio(double ratio, struct text *out);
/* "p=0.012", "p<0.001". */
void diff_add_p(double p, struct text *out);
/* What the counts could have shown, and a sentence more where that is little. */
void diff_add_power(const struct diff_view *view, struct text *out);

#endif
