/* What the page shows over time besides samples: what was measured in steps, and events that took
 * long as markers in the lane of their thread. All of it is read off tables of the walk that reads
 * the samples.
 */
#pragma once

#include "analyzers/tables/table.h"

enum { PAGE_SERIES = 3, PAGE_MARKERS_MAX = 100000 };

struct page_series {
    const char *name, *unit; /* "threads"; "bytes", "count", "rate": what grows from row to row */
    ARRAY(int64_t) times;    /* ns since the epoch, in their order */
    ARRAY(int64_t) values;
};

struct page_marker {
    int64_t time_ns, duration_ns;
    uint32_t thread; /* of things; THINGS_NONE: not known */
    uint32_t holder; /* likewise: who had the monitor before */
    uint32_t text;   /* what it was about, a text of things; THINGS_NONE: nothing */
    uint32_t type;   /* of page_marker_types */
};

struct page_lanes {
    struct page_series series[PAGE_SERIES];
    ARRAY(struct page_marker) markers; /* by time; the longest, if there are more than fit */
    uint64_t left_out;                 /* markers */
    int64_t least_ns; /* of what is there; shorter ones do not fit any more, once some did not */
    const struct things *things;
};

extern const struct wishes page_lanes_wishes;
/* What kinds of markers there are, NULL behind the last: "monitor", "socket read". */
extern const char *const page_marker_types[];

/* After the walk, of what begins in [from_ns, to_ns); tables must outlive the lanes. */
void page_lanes_make(const struct tables *tables, int64_t from_ns, int64_t to_ns,
                     struct page_lanes *out);
void page_lanes_free(struct page_lanes *lanes);
