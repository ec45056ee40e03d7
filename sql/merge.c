/* Merged rows: where a statement names one of the columns for it, events that agree in all other
 * columns that it names are one row, which says how many they are, when the first and the last of
 * them began, and what their durations are. SQLite is handed a row for each group instead of each
 * event.
 *
 *   SELECT thrownClass, sum(times) FROM JavaExceptionThrow GROUP BY 1
 *
 * Workers make groups of a range of chunks each, which are joined in the order of the files. Groups
 * that take more memory than is allowed are made anew by one thread, and handed out whenever there
 * are as many as fit: rows are not promised to differ, sums over them are right.
 */
#include "sql/copy.h"

#include "parser/table/rows.h"

#include <string.h>

#define AT_ONCE 1000          /* rows that are read together */
#define MOST_VALUES (1 << 26) /* durations kept: SQLite takes no text or blob of 1 GB */
#define TOLD 65536            /* bytes of groups, of which other workers need not know */

/* Columns of rows that are read together. */
struct block {
    uint64_t *cells;
    uint64_t **columns;
    const uint64_t *starts, *durations; /* columns beyond the fields; NULL: not needed */
};

struct merged {
    struct block block;
    struct groups groups; /* whose cells are the copy's, too */
    int64_t from_ns, to_ns;
    bool done;  /* all events are read */
    bool whole; /* at once: what was read stays */
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

static struct reader open_reader(const struct copy *c, const struct reader_side *side,
                                 struct block *b) {
    const struct event_table *t = c->table;
    bool start = needs(t, &c->plan, MERGED_FIRST, MERGED_LAST),
         duration = needs(t, &c->plan, MERGED_TOTAL, MERGED_DURATIONS);
    const char *paths[2];
    struct reader_more more = {.paths = paths};
    if (start) paths[more.count++] = "startTime";
    if (duration) paths[more.count++] = "duration";
    struct reader reader =
        reader_open_with(t, &c->plan, true, c->merged->from_ns, c->merged->to_ns, &more, side);
    size_t fields = reader.fields, columns = fields + more.count;
    b->cells = mem_zero(columns * AT_ONCE + 1, sizeof *b->cells);
    b->columns = mem_zero(columns + 1, sizeof *b->columns);
    for (size_t i = 0; i < columns; i++) b->columns[i] = b->cells + i * AT_ONCE;
    b->starts = start ? b->columns[fields] : NULL;
    b->durations = duration ? b->columns[fields + start] : NULL;
    return reader;
}

static void free_block(struct block *b) {
    free(b->cells);
    free(b->columns);
}

static struct groups groups_for(const struct copy *c) {
    return (struct groups){.width = c->plan.width,
                           .lists = needs(c->table, &c->plan, MERGED_DURATIONS, MERGED_DURATIONS)};
}

void merged_free(struct merged *m) {
    if (!m) return;
    m->groups.cells = NULL; /* the copy's */
    groups_free(&m->groups);
    free_block(&m->block);
    free(m);
}

void merged_end(struct copy *c) {
    struct merged *m = c->merged;
    if (!m) return;
    struct groups *g = &m->groups;
    if (m->whole) c->table->sql->copied += g->lengths.len * sizeof *g->lengths.items;
    else array_free(&g->lengths);
    array_free(&g->items);
    array_free(&g->group);
    array_free(&g->begins);
    map_free(&g->by_cells);
}

/* ==== Reading =============================================================================== */

/* False: there are no more rows. */
static bool add_rows(struct reader *reader, struct block *b, struct groups *groups) {
    uint64_t same[COPY_COLUMNS];
    size_t rows = reader_next_many(reader, b->columns, AT_ONCE, same);
    const struct groups_block block = {.columns = b->columns,
                                       .fields = reader->fields,
                                       .same = same,
                                       .starts = b->starts,
                                       .durations = b->durations};
    groups_add(groups, &block, rows);
    return rows > 0;
}

static void show_groups(struct copy *c) {
    struct merged *m = c->merged;
    groups_gather(&m->groups);
    c->cells = m->groups.cells;
    c->len = m->groups.len;
}

int merged_fill(struct copy *c) {
    struct merged *m = c->merged;
    struct sql *sql = c->table->sql;
    int code = SQLITE_OK;
    groups_forget(&m->groups);
    while (!m->done && code == SQLITE_OK) {
        m->done = !add_rows(&c->reader, &m->block, &m->groups);
        code = sql_expired(sql);
        if (sql->copied + groups_bytes(&m->groups) > sql->options.index_bytes ||
            m->groups.lengths.len > MOST_VALUES)
            break;
    }
    show_groups(c);
    return code;
}

/* ==== Side by side ========================================================================== */

struct part { /* what came of a range */
    struct groups groups;
    struct things things;
    struct strings names;
};

struct merging {
    struct copy *copy;
    struct sql *sql;
    struct part *parts;
    size_t threads;
    _Atomic uint64_t bytes, values; /* of all groups so far */
    atomic_bool too_large;
};

struct merger {
    struct merging *merging;
    struct reader reader;
    struct block block;
    struct places places;
    struct strings names;
};

static void *open_merger(void *context, const struct jfr_log *log) {
    struct merging *m = context;
    struct merger *w = mem_zero(1, sizeof *w);
    struct reader_side side = {.log = *log, .names = &w->names};
    w->merging = m;
    if (m->sql->owned) {
        w->places = places_part(&m->sql->places, m->threads);
        side.places = &w->places;
    }
    w->reader = open_reader(m->copy, &side, &w->block);
    return w;
}

static void close_merger(void *worker) {
    struct merger *w = worker;
    if (w->merging->sql->owned) places_join(&w->merging->sql->places, &w->places);
    reader_close(&w->reader);
    free_block(&w->block);
    strings_free(&w->names);
    free(w);
}

/* While they are joined groups are there twice. */
static bool fit(struct merging *m, uint64_t bytes, uint64_t values) {
    uint64_t all = atomic_fetch_add(&m->bytes, bytes) + bytes;
    if (m->sql->copied + 2 * all <= m->sql->options.index_bytes &&
        atomic_fetch_add(&m->values, values) + values <= MOST_VALUES)
        return true;
    atomic_store(&m->too_large, true);
    return false;
}

static bool read_range(void *worker, size_t number, struct chunks_range chunks) {
    struct merger *w = worker;
    struct merging *m = w->merging;
    struct part *part = &m->parts[number];
    uint64_t bytes = 0, values = 0;
    bool more = true, fine = true;
    part->groups = groups_for(m->copy);
    reader_use_range(&w->reader, chunks, &w->names);
    while (more && fine) {
        more = add_rows(&w->reader, &w->block, &part->groups);
        uint64_t now = groups_bytes(&part->groups);
        if (!more || now - bytes >= TOLD) {
            fine = fit(m, now - bytes, part->groups.lengths.len - values);
            bytes = now;
            values = part->groups.lengths.len;
        }
        if (sql_is_late(m->sql) || atomic_load_explicit(&m->too_large, memory_order_relaxed))
            fine = false;
    }
    if (fine) part->things = rows_take_things(w->reader.rows);
    part->names = w->names;
    w->names = (struct strings){0};
    return fine;
}

static void rename_column(struct groups *g, size_t slot, const uint32_t *ids) {
    for (size_t i = 0; i < g->len; i++) {
        uint64_t *cell = &g->cells[i * g->width + slot];
        if (*cell != JFR_NULL_ID) *cell = ids[*cell];
    }
}

/* Cells of the part become what they are in the copy. */
static void rename_cells(struct copy *c, struct part *part) {
    struct things_ids ids = rows_add_things(c->reader.rows, &part->things);
    uint32_t *names = mem_zero(part->names.entries.len + 1, sizeof *names);
    for (uint32_t i = 0; i < part->names.entries.len; i++)
        names[i] = strings_intern(&c->table->sql->names, strings_get(&part->names, i),
                                  strings_len(&part->names, i));
    for (size_t slot = 0; slot < c->plan.width; slot++) {
        const struct event_column *column = &c->table->columns.items[c->plan.column[slot]];
        bool field = column->source == FROM_FIELD;
        if (column->source == FROM_RECORDING || column->source == FROM_TYPE)
            rename_column(&part->groups, slot, names);
        else if (field && column->kind == JFR_COLUMN_TEXT)
            rename_column(&part->groups, slot, ids.texts);
        else if (field && column->kind == JFR_COLUMN_THREAD)
            rename_column(&part->groups, slot, ids.threads);
        else if (field && column->kind == JFR_COLUMN_STACK)
            rename_column(&part->groups, slot, ids.stacks);
    }
    things_ids_free(&ids);
    free(names);
}

static void free_part(struct part *part) {
    groups_free(&part->groups);
    things_free(&part->things);
    strings_free(&part->names);
}

/* *whole: the copy has all groups. */
static int fill_side_by_side(struct copy *c, struct ranges *ranges, bool *whole) {
    struct sql *sql = c->table->sql;
    struct merging m = {.copy = c, .sql = sql, .threads = ranges->threads};
    const struct ranges_work work = {
        .context = &m, .open = open_merger, .read = read_range, .close = close_merger};
    m.parts = mem_zero(ranges->len, sizeof *m.parts);
    *whole = ranges_read(ranges, &work);
    int code = *whole ? SQLITE_OK : sql_expired(sql);
    if (*whole || code != SQLITE_OK) ranges_tell(ranges);
    for (size_t i = 0; i < ranges->len; i++) {
        if (*whole) {
            rename_cells(c, &m.parts[i]);
            groups_join(&c->merged->groups, &m.parts[i].groups);
        }
        free_part(&m.parts[i]);
    }
    free(m.parts);
    return code;
}

struct copy *copy_merged(const struct event_table *table, const struct plan *plan, int64_t from_ns,
                         int64_t to_ns, int *code) {
    struct sql *sql = table->sql;
    struct copy *c = mem_zero(1, sizeof *c);
    struct merged *m = c->merged = mem_zero(1, sizeof *m);
    struct reader_side side = reader_side_of(sql);
    struct ranges ranges;
    c->table = table;
    c->plan = *plan;
    m->from_ns = from_ns;
    m->to_ns = to_ns;
    m->groups = groups_for(c);
    c->reader = open_reader(c, &side, &m->block);
    *code = SQLITE_OK;
    sql_ranges_open(sql, &ranges);
    if (ranges.len > 1) *code = fill_side_by_side(c, &ranges, &m->done);
    ranges_close(&ranges);
    if (m->done) show_groups(c);
    else if (*code == SQLITE_OK) *code = merged_fill(c);
    m->whole = m->done;
    return c;
}

void merged_value(const struct copy *c, sqlite3_context *context, size_t at,
                  enum merged_column column) {
    const struct merged *m = c->merged;
    const struct group *row = &m->groups.items.items[at];
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
    if (column == MERGED_TOTAL) sqlite.result_int64(context, group_total(row));
    else if (column == MERGED_LONGEST) sqlite.result_int64(context, row->longest_ns);
    else
        sqlite.result_blob(context, m->groups.lengths.items + m->groups.begins.items[at],
                           (int)(row->durations * sizeof *m->groups.lengths.items),
                           m->whole && c->table->sql->owned ? SQLITE_STATIC : SQLITE_TRANSIENT);
}
