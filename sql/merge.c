/* Merged rows: where a statement names one of the columns for it, events that agree in all other
 * columns that it names are one row, which says how many they are, when the first and the last of
 * them began, and what their durations are. SQLite is handed a row for each group instead of each
 * event.
 *
 *   SELECT thrownClass, sum(times) FROM JavaExceptionThrow GROUP BY 1
 *
 * Groups that take more memory than is allowed are handed out and begun anew: rows are not promised
 * to differ, sums over them are right.
 */
#include "sql/copy.h"

#include <string.h>

#define AT_ONCE 1000          /* rows that are read together */
#define MOST_VALUES (1 << 26) /* durations kept: SQLite takes no text or blob of 1 GB */

struct merged_row {
    uint64_t times, durations; /* how many have one */
    int64_t first_ns, last_ns; /* JFR_NULL_INT: none has one */
    int64_t total_ns, longest_ns;
};

struct merged {
    size_t room;     /* for so many groups in the copy's cells */
    uint64_t *block; /* columns of rows that are read together */
    uint64_t **columns;
    size_t start, duration; /* columns beyond the fields; SIZE_MAX: not needed */
    bool lists;             /* durations are kept one by one */
    bool done;              /* all events are read */
    bool whole;             /* at once: what was read stays */
    ARRAY(struct merged_row) groups;
    ARRAY(uint32_t) group; /* of each duration; of the last ones: 0, as long as there is no other */
    ARRAY(int64_t) lengths; /* parallel to it; then by group */
    ARRAY(uint64_t) begins; /* of a group, in lengths */
    struct map by_cells;    /* hash of a row -> group */
};

/* ==== Opening =============================================================================== */

static bool needs(const struct event_table *t, const struct plan *plan, enum merged_column from,
                  enum merged_column to) {
    for (size_t i = 0; i < plan->width; i++) {
        const struct event_column *column = &t->columns.items[plan->column[i]];
        if (column->source == FROM_MERGED && column->merged >= from && column->merged <= to)
            return true;
    }
    return false;
}

static struct merged *open_merged(struct copy *c, int64_t from_ns, int64_t to_ns) {
    const struct event_table *t = c->table;
    struct merged *m = mem_zero(1, sizeof *m);
    bool start = needs(t, &c->plan, MERGED_FIRST, MERGED_LAST),
         duration = needs(t, &c->plan, MERGED_TOTAL, MERGED_DURATIONS);
    const char *more[2];
    size_t count = 0;
    m->start = m->duration = SIZE_MAX;
    m->lists = needs(t, &c->plan, MERGED_DURATIONS, MERGED_DURATIONS);
    if (start) more[count++] = "startTime";
    if (duration) more[count++] = "duration";
    c->reader = reader_open_with(t, &c->plan, true, from_ns, to_ns, more, count);
    if (start) m->start = c->reader.fields;
    if (duration) m->duration = c->reader.fields + start;
    size_t columns = c->reader.fields + count;
    m->block = mem_zero(columns * AT_ONCE + 1, sizeof *m->block);
    m->columns = mem_zero(columns + 1, sizeof *m->columns);
    for (size_t i = 0; i < columns; i++) m->columns[i] = m->block + i * AT_ONCE;
    return m;
}

void merged_free(struct merged *m) {
    if (!m) return;
    array_free(&m->groups);
    array_free(&m->group);
    array_free(&m->lengths);
    array_free(&m->begins);
    map_free(&m->by_cells);
    free(m->block);
    free(m->columns);
    free(m);
}

void merged_end(struct copy *c) {
    struct merged *m = c->merged;
    if (!m) return;
    if (m->whole) c->table->sql->copied += m->lengths.len * sizeof *m->lengths.items;
    else array_free(&m->lengths);
    array_free(&m->groups);
    array_free(&m->group);
    array_free(&m->begins);
    map_free(&m->by_cells);
}

/* ==== Reading =============================================================================== */

/* Few, for which a call takes longer. */
static inline bool are_equal(const uint64_t *a, const uint64_t *b, size_t width) {
    uint64_t differ = 0;
    for (size_t i = 0; i < width; i++) differ |= a[i] ^ b[i];
    return differ == 0;
}

static uint32_t group_of(struct copy *c, const uint64_t *cells) {
    struct merged *m = c->merged;
    size_t width = c->plan.width, bytes = width * sizeof *cells;
    if (c->len && are_equal(cells, c->cells + c->last * width, width)) return (uint32_t)c->last;
    uint64_t hash = 0;
    for (size_t i = 0; i < width; i++) hash = map_mix(hash ^ cells[i]);
    for (;; hash = map_next_key(hash)) {
        bool fresh;
        uint64_t *place = map_put(&m->by_cells, hash, &fresh);
        if (fresh) {
            *place = c->len;
            if (c->len == m->room) {
                m->room = m->room ? m->room * 2 : 64;
                c->cells = mem_resize(c->cells, m->room * width, sizeof *c->cells);
            }
            memcpy(c->cells + c->len * width, cells, bytes);
            array_push(&m->groups,
                       (struct merged_row){.first_ns = JFR_NULL_INT, .last_ns = JFR_NULL_INT});
            return (uint32_t)(c->last = c->len++);
        }
        if (are_equal(cells, c->cells + *place * width, width)) return (uint32_t)(c->last = *place);
    }
}

static void add_start(struct merged_row *row, int64_t ns) {
    if (ns == JFR_NULL_INT) return;
    if (row->first_ns == JFR_NULL_INT || ns < row->first_ns) row->first_ns = ns;
    if (row->last_ns == JFR_NULL_INT || ns > row->last_ns) row->last_ns = ns;
}

static void add_duration(struct merged *m, uint32_t group, int64_t ns) {
    struct merged_row *row = &m->groups.items[group];
    if (ns == JFR_NULL_INT) return;
    if (__builtin_add_overflow(row->total_ns, ns, &row->total_ns))
        row->total_ns = ns < 0 ? INT64_MIN : INT64_MAX;
    if (!row->durations++ || ns > row->longest_ns) row->longest_ns = ns;
    if (!m->lists) return;
    if (group) {
        while (m->group.len < m->lengths.len) array_push(&m->group, 0);
        array_push(&m->group, group);
    }
    array_push(&m->lengths, ns);
}

/* Durations one group after the other, each in the order of the events. */
static void gather(struct merged *m) {
    uint64_t count = 0;
    m->begins.len = 0;
    if (!m->lists) return;
    for (size_t i = 0; i < m->groups.len; i++) {
        array_push(&m->begins, count);
        count += m->groups.items[i].durations;
    }
    array_push(&m->begins, count);
    if (!m->group.len) return; /* all are of the first */
    while (m->group.len < m->lengths.len) array_push(&m->group, 0);
    int64_t *sorted = mem_alloc((count + 1) * sizeof *sorted);
    for (size_t i = 0; i < m->group.len; i++)
        sorted[m->begins.items[m->group.items[i]]++] = m->lengths.items[i];
    for (size_t i = m->groups.len; i > 0; i--) m->begins.items[i] = m->begins.items[i - 1];
    m->begins.items[0] = 0;
    array_free(&m->lengths);
    m->lengths.items = sorted;
    m->lengths.len = m->lengths.cap = count;
}

static uint64_t bytes_of(const struct copy *c) {
    const struct merged *m = c->merged;
    return c->len * (c->plan.width * sizeof *c->cells + sizeof *m->groups.items + 32) +
           m->lengths.len * 20;
}

static void forget_groups(struct copy *c) {
    struct merged *m = c->merged;
    c->len = 0;
    m->groups.len = m->group.len = m->lengths.len = 0;
    map_clear(&m->by_cells);
}

int merged_fill(struct copy *c) {
    struct merged *m = c->merged;
    struct sql *sql = c->table->sql;
    struct reader *r = &c->reader;
    uint64_t cells[COPY_COLUMNS];
    int code = SQLITE_OK;
    forget_groups(c);
    while (!m->done) {
        size_t rows = reader_next_many(r, m->columns, AT_ONCE, cells);
        if (!rows) {
            m->done = true;
            break;
        }
        for (size_t row = 0; row < rows; row++) {
            for (size_t i = 0; i < r->fields; i++) cells[i] = m->columns[i][row];
            uint32_t group = group_of(c, cells);
            m->groups.items[group].times++;
            if (m->start != SIZE_MAX)
                add_start(&m->groups.items[group], (int64_t)m->columns[m->start][row]);
            if (m->duration != SIZE_MAX)
                add_duration(m, group, (int64_t)m->columns[m->duration][row]);
        }
        if ((code = sql_expired(sql)) != SQLITE_OK) return code;
        if (sql->copied + bytes_of(c) > sql->options.index_bytes || m->lengths.len > MOST_VALUES)
            break;
    }
    gather(m);
    return code;
}

struct copy *copy_merged(const struct event_table *table, const struct plan *plan, int64_t from_ns,
                         int64_t to_ns, int *code) {
    struct copy *c = mem_zero(1, sizeof *c);
    c->table = table;
    c->plan = *plan;
    c->merged = open_merged(c, from_ns, to_ns);
    *code = merged_fill(c);
    c->merged->whole = c->merged->done;
    return c;
}

void merged_value(const struct copy *c, sqlite3_context *context, size_t at,
                  enum merged_column column) {
    const struct merged *m = c->merged;
    const struct merged_row *row = &m->groups.items[at];
    switch (column) {
    case MERGED_TIMES: sqlite.result_int64(context, (sqlite3_int64)row->times); return;
    case MERGED_FIRST:
        if (row->first_ns != JFR_NULL_INT) sqlite.result_int64(context, row->first_ns);
        return;
    case MERGED_LAST:
        if (row->last_ns != JFR_NULL_INT) sqlite.result_int64(context, row->last_ns);
        return;
    default: break;
    }
    if (!row->durations) return;
    if (column == MERGED_TOTAL) sqlite.result_int64(context, row->total_ns);
    else if (column == MERGED_LONGEST) sqlite.result_int64(context, row->longest_ns);
    else
        sqlite.result_blob(context, m->lengths.items + m->begins.items[at],
                           (int)(row->durations * sizeof *m->lengths.items),
                           m->whole && c->table->sql->owned ? SQLITE_STATIC : SQLITE_TRANSIENT);
}
