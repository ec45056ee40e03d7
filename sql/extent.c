/* All events together: how many, from when to when. One row, found in a pass over times alone. */
#include "sql/room.h"

#include "parser/table/heads.h"

#define LOOK 65536 /* events between two looks at the clock; a power of two */

struct extent {
    uint64_t events;
    bool any;
    int64_t first_ns, first_end_ns; /* of the event that ended first, and of it its end */
    int64_t last_ns, last_end_ns;
};

void extent_free(struct sql *sql) {
    free(sql->extent);
    sql->extent = NULL;
}

/* Of events that ended at the same time the first and the last in the file. */
static void add(struct extent *e, const struct heads *heads, const struct head *head) {
    int64_t start = heads_start_ns(heads, head), span = heads_span_ns(heads, head);
    if (start == JFR_NULL_INT) return;
    if (span == JFR_NULL_INT) span = 0;
    int64_t end = whole_clamped(start, span);
    if (!e->any || end < e->first_end_ns) {
        e->first_ns = start;
        e->first_end_ns = end;
    }
    if (!e->any || end >= e->last_end_ns) {
        e->last_ns = start;
        e->last_end_ns = end;
    }
    e->any = true;
}

/* What ended last and was not handed out: added as it comes it would take longest of all. */
static void add_pending(struct extent *extent, const struct heads *heads, struct heads_ends *ends) {
    struct head head = {.start_unit = JFR_UNIT_TICKS_TIME,
                        .span_unit = ends->span_unit,
                        .start = ends->start,
                        .span = ends->span};
    if (ends->pending) add(extent, heads, &head);
    ends->pending = false;
}

struct ranges_extent {
    const struct sql *sql;
    struct extent *parts; /* by range */
};

/* False: the statement has taken too long. */
static bool read_chunk(const struct sql *sql, struct extent *extent, struct heads *heads) {
    double per_ns = heads_chunk(heads)->ticks_per_ns;
    struct heads_ends ends = {.close = per_ns < 1e6 ? (int64_t)(4 * per_ns) + 4 : 4 * HEADS_FAR};
    struct head head;
    uint64_t read = 0;
    while (heads_next_end(heads, &ends, &head)) {
        if ((++read & (LOOK - 1)) == 0 && sql_is_late(sql)) return false;
        add_pending(extent, heads, &ends);
        add(extent, heads, &head);
        if (!head.ticks) continue;
        int64_t end = head.start + head.span;
        if (!ends.any || end < ends.least) ends.least = end;
        if (!ends.any || end > ends.most) ends.most = end;
        ends.any = true;
    }
    add_pending(extent, heads, &ends);
    extent->events += read + ends.passed;
    return !sql_is_late(sql);
}

static bool read_range(void *context, struct heads *heads, size_t number) {
    struct ranges_extent *r = context;
    bool fine = true;
    while (fine && heads_next_chunk(heads)) fine = read_chunk(r->sql, &r->parts[number], heads);
    return fine;
}

/* Of events that come after those. */
static void join(struct extent *e, const struct extent *later) {
    e->events += later->events;
    if (!later->any) return;
    if (!e->any || later->first_end_ns < e->first_end_ns) {
        e->first_ns = later->first_ns;
        e->first_end_ns = later->first_end_ns;
    }
    if (!e->any || later->last_end_ns >= e->last_end_ns) {
        e->last_ns = later->last_ns;
        e->last_end_ns = later->last_end_ns;
    }
    e->any = true;
}

static size_t count_extent(struct sql *sql) {
    struct ranges_extent r = {.sql = sql};
    struct ranges ranges;
    if (sql->extent) return 1;
    sql_ranges_open(sql, &ranges);
    r.parts = mem_zero(ranges.len, sizeof *r.parts);
    if (sql_read_heads(sql, &ranges, HEADS_TIME, read_range, &r)) {
        sql->extent = mem_zero(1, sizeof *sql->extent);
        for (size_t i = 0; i < ranges.len; i++) join(sql->extent, &r.parts[i]);
    }
    ranges_close(&ranges);
    free(r.parts);
    return sql->extent != NULL;
}

static void extent_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { EVENTS, FIRST, LAST };
    const struct extent *e = sql->extent;
    if (column == EVENTS) sqlite.result_int64(context, (sqlite3_int64)e->events);
    else if (e->any) sqlite.result_int64(context, column == FIRST ? e->first_ns : e->last_ns);
}

const struct list extent_list = {
    .name = "extent",
    .columns = "events BIGINT, firstTime TIMESTAMP, lastTime TIMESTAMP",
    .count = count_extent,
    .value = extent_value,
};
