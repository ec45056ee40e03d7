/* A timeline as a sheet. */
#pragma once

#include "analyzers/time/timeline.h"
#include "cmd/write/sheet.h"

struct timeline_view {
    const struct timeline *timeline;
    const struct time_range *range;
    const struct profile *profile;
    const struct facts *facts;
    const char *event;   /* what was taken, or NULL */
    int64_t recorded_ns; /* see struct samples */
    struct zone zone;    /* of clocks */
    int64_t origin_ns;   /* start of the recording */
    int64_t window_ns;   /* length of the busiest window as asked for */
    enum timeline_split split;
    const char *field; /* TIMELINE_BY_FIELD: the name of what has a row each */
    int by;            /* enum frame_by */
    bool frame_types;
    bool utf8;
    size_t columns; /* lines may be this long; 0: no limit */
};

/* How many buckets, ten at least, a chart may have in lines of so many columns (0: no limit). */
size_t timeline_chart_columns(size_t columns);

/* Puts all of it on the sheet, for people as a chart. */
void timeline_describe(const struct timeline_view *view, struct sheet *sheet);
