/* How many exceptions the JVM counted each second: known where none of them is recorded, too. */
#include "analyzers/rules/census.h"
#include "analyzers/rules/series.h"

#include "base/units.h"
#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"
#include "cmd/write/words.h"

#define PARTS 10

static const struct wish rows[] = {{"jdk.ExceptionStatistics", {"startTime", "throwables"}}};
static const struct wishes wishes = {.rows = rows, .count = 1};

struct thrown_part {
    int64_t start_ns, end_ns;
    double count;
};

struct thrown {
    struct thrown_part items[PARTS]; /* equal ones, from the first statistics to the last */
    size_t len;                      /* PARTS, or 0: there is no time between statistics */
    double count, most_per_second;   /* most: or missing */
    int64_t first_ns, last_ns;
};

/* The statistics of the window, whose rows are in order of time. */
struct counted {
    const struct event_table *table;
    size_t from, end;
};

static struct counted counted_in(const struct view *view) {
    const struct event_table *t = tables_find(view->read->tables, &rows[0]);
    struct counted of = {t, 0, t->rows};
    while (of.from < of.end && !tables_read_has(view->read, event_table_int(t, 0, of.from)))
        of.from++;
    while (of.from < of.end && !tables_read_has(view->read, event_table_int(t, 0, of.end - 1)))
        of.end--;
    return of;
}

static int64_t time_at(const struct counted *of, size_t row) {
    return event_table_int(of->table, 0, row);
}

/* How many more there are at the second; MISSING: it is of another JVM, or not known. */
static int64_t more_at(const struct counted *of, size_t first, size_t second) {
    int64_t more =
        whole_minus(event_table_int(of->table, 1, second), event_table_int(of->table, 1, first));
    return more < 0 ? MISSING : more;
}

static double per_second(double count, int64_t ns) {
    return ns > 0 ? count / ((double)ns / NS_PER_S) : MISSING_REAL;
}

/* What was thrown between two statistics is spread evenly over the parts that they lie in. */
static void add_between(struct thrown *out, int64_t from_ns, int64_t to_ns, int64_t count) {
    out->count += (double)count;
    EACH (struct thrown_part, part, out) {
        int64_t from = from_ns > part->start_ns ? from_ns : part->start_ns;
        int64_t to = to_ns < part->end_ns ? to_ns : part->end_ns;
        if (from < to)
            part->count += (double)count * (double)(to - from) / (double)(to_ns - from_ns);
    }
}

static void thrown_make(const struct view *view, struct thrown *out) {
    const struct counted of = counted_in(view);
    *out = (struct thrown){.most_per_second = MISSING_REAL};
    if (of.end - of.from < 2) return;
    out->first_ns = time_at(&of, of.from);
    out->last_ns = time_at(&of, of.end - 1);
    int64_t step = whole_minus(out->last_ns, out->first_ns) / PARTS;
    if (step <= 0) return; /* or missing */
    out->len = PARTS;
    for (size_t i = 0; i < out->len; i++) {
        out->items[i].start_ns = out->first_ns + step * (int64_t)i;
        out->items[i].end_ns = i + 1 < PARTS ? out->items[i].start_ns + step : out->last_ns;
    }
    for (size_t row = of.from + 1; row < of.end; row++) {
        int64_t more = more_at(&of, row - 1, row);
        if (is_known(more)) add_between(out, time_at(&of, row - 1), time_at(&of, row), more);
    }
    const struct series totals = {.table = of.table, .first = of.from, .rows = of.end - of.from};
    int64_t from_ns, to_ns;
    out->most_per_second = series_most_per_second(&totals, 1, &from_ns, &to_ns);
}

/* Nearest whole; what none can have thrown is the most that one counts. */
static uint64_t whole_count(double count) {
    return count < 9e18 ? (uint64_t)(count + 0.5) : INT64_MAX;
}

/* "1,718", or "0.42" where that says more; missing: not said. */
static struct cell rate_cell(double rate) {
    return rate >= 10 ? cell_count(whole_count(floor(rate))) : cell_real(rate, 2);
}

/* Are the exceptions themselves recorded? They have times of their own. */
static bool has_each(const struct view *view) {
    return census_count(walk_result(view->read->of, &census_reader), "jdk.JavaExceptionThrow") > 0;
}

static void add_lead(const struct view *view, struct text *out) {
    struct thrown all;
    thrown_make(view, &all);
    if (all.count <= 0) return;
    words_add(out,
              "The JVM counted {exception} and errors while it recorded, {} a second on average[, "
              "up to {}].\n",
              cell_count(whole_count(all.count)),
              rate_cell(per_second(all.count, all.last_ns - all.first_ns)),
              rate_cell(all.most_per_second));
    if (!has_each(view))
        text_add(out, "Not recorded: which they are, and where they are thrown "
                      "(jdk.JavaExceptionThrow#enabled=true).\n");
}

#include "cmd/keys/thrown_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    struct thrown all;
    thrown_make(view, &all);
    bool of_use = all.count > 0 && (view->all || !has_each(view));
    if (sheet_shows(sheet, SHEET_PEOPLE) && !of_use) return;
    thrown_parts(view, &all, sheet);
}

const struct view_kind extra_thrown = {
    .wishes = &wishes, .main = 1, .lead = add_lead, .describe = describe};
