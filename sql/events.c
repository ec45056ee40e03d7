/* Event types as virtual tables: how a statement is best served, and cursors over their rows. */
#include "sql/copy.h"

#include "base/prefetch.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/missing.h"

static int events_disconnect(sqlite3_vtab *vtab) {
    struct event_table *t = (struct event_table *)vtab;
    for (size_t i = 0; i < t->plans.len; i++) free(t->plans.items[i]);
    arrays_free(&t->plans, &t->columns);
    arena_free(&t->names);
    free(t);
    return SQLITE_OK;
}

/* The one argument is the index of the table, or "all". */
static int events_connect(sqlite3 *db, void *context, int argc, const char *const *argv,
                          sqlite3_vtab **out, char **error) {
    struct sql *sql = context;
    bool all = argc == 4 && strcmp(argv[3], "all") == 0;
    size_t index = argc == 4 && !all ? strtoull(argv[3], NULL, 10) : SIZE_MAX;
    if (!sql->tables || (!all && index >= jfr_tables_count(sql->tables))) {
        *error = sqlite.mprintf("tables of recordings are made by opening recordings");
        return SQLITE_ERROR;
    }
    struct event_table *t = mem_zero(1, sizeof *t);
    t->sql = sql;
    t->index = index;
    t->table = all ? NULL : jfr_tables_at(sql->tables, index);
    columns_add(t);
    int code = columns_declare(t);
    if (code != SQLITE_OK) {
        *error = sqlite.mprintf("%s", sqlite.errmsg(db));
        events_disconnect(&t->base);
        return code;
    }
    *out = &t->base;
    return SQLITE_OK;
}

/* ==== Plans ================================================================================= */

struct found {                       /* constraints that may be used */
    int equal[COPY_KEYS], low, high; /* indices of constraints; -1: none */
    int equals;
    int from, to, at;
    bool joins;      /* a value comes from another table */
    double selected; /* the share of rows that is left */
};

static bool is_binary(sqlite3_index_info *info, int i) {
    const char *collation = sqlite.vtab_collation(info, i);
    return !collation || strcasecmp(collation, "BINARY") == 0;
}

static double share_of(const struct event_column *column, double rows) {
    switch (column->kind) {
    case JFR_COLUMN_BOOLEAN: return 0.5;
    case JFR_COLUMN_TEXT:
    case JFR_COLUMN_THREAD:
    case JFR_COLUMN_STACK: return 0.05; /* threads, classes, causes repeat */
    default: return rows > 1000 ? 0.001 : 1 / (rows + 1);
    }
}

/* Do copies have its values in SQLite's order, and equal where they are for SQLite? */
static bool is_sorted_as_in_sqlite(const struct event_column *column) {
    return column->kind != JFR_COLUMN_REAL && column->kind != JFR_COLUMN_UNSIGNED;
}

static void take_equal(struct found *f, const struct event_column *column, int i, double rows) {
    f->selected *= share_of(column, rows);
    if (column->kind != JFR_COLUMN_NONE && is_sorted_as_in_sqlite(column) &&
        f->equals < COPY_KEYS - 1)
        f->equal[f->equals++] = i;
}

static struct found look_at(const struct event_table *t, sqlite3_index_info *info, double rows) {
    struct found f = {.low = -1, .high = -1, .from = -1, .to = -1, .at = -1, .selected = 1};
    int range = -1; /* column */
    for (int i = 0; i < info->nConstraint; i++) {
        int at = info->aConstraint[i].iColumn;
        unsigned char op = info->aConstraint[i].op;
        sqlite3_value *value;
        if (!info->aConstraint[i].usable) f.joins = true;
        if (!info->aConstraint[i].usable || at < 0 || (size_t)at >= t->columns.len) continue;
        const struct event_column *column = &t->columns.items[at];
        bool constant = sqlite.vtab_rhs_value(info, i, &value) == SQLITE_OK;
        bool starts = column->path && strcmp(column->path, "startTime") == 0;
        bool low = op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE;
        bool high = op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE;
        if (op == SQLITE_INDEX_CONSTRAINT_EQ && constant) {
            f.selected *= share_of(column, rows);
            if (starts) f.at = i;
        } else if (op == SQLITE_INDEX_CONSTRAINT_EQ && is_binary(info, i)) {
            f.joins = true;
            take_equal(&f, column, i, rows);
        } else if ((low || high) && constant) {
            f.selected *= 0.5;
            if (starts && low) f.from = i;
            if (starts && high) f.to = i;
        } else if ((low || high) && column->kind == JFR_COLUMN_INT && (range < 0 || range == at)) {
            f.joins = true;
            f.selected *= 0.05;
            range = at;
            if (low) f.low = i;
            else f.high = i;
        }
    }
    return f;
}

static bool slot_of(const struct plan *plan, int column, uint16_t *slot) {
    *slot = plan->slot[column];
    return *slot != UINT16_MAX;
}

/* The columns that the statement names, fields first. */
static void use_columns(const struct event_table *t, const sqlite3_index_info *info,
                        struct plan *plan) {
    for (size_t i = 0; i < t->columns.len; i++) plan->slot[i] = UINT16_MAX;
    for (int fields = 1; fields >= 0; fields--) {
        for (size_t i = 0; i < t->columns.len; i++) {
            bool field = t->columns.items[i].source == FROM_FIELD;
            bool used = info->colUsed >> (i < TOLD_APART ? i : TOLD_APART) & 1;
            if (!used || field != (fields == 1)) continue;
            plan->slot[i] = plan->width;
            plan->column[plan->width++] = (uint16_t)i;
        }
    }
}

/* What the next argument of the cursor's start is. */
static void give(sqlite3_index_info *info, int constraint, int *arguments) {
    info->aConstraintUsage[constraint].argvIndex = ++*arguments;
}

static void use_constraints(const struct found *f, sqlite3_index_info *info, struct plan *plan) {
    int arguments = 0;
    for (int i = 0; i < f->equals; i++) {
        if (!slot_of(plan, info->aConstraint[f->equal[i]].iColumn, &plan->key[plan->keys]))
            continue;
        plan->keys++;
        plan->equal++;
        give(info, f->equal[i], &arguments);
    }
    int range = f->low >= 0 ? f->low : f->high;
    if (range >= 0 && slot_of(plan, info->aConstraint[range].iColumn, &plan->key[plan->keys])) {
        plan->keys++;
        plan->low = f->low >= 0;
        plan->high = f->high >= 0;
        if (plan->low) give(info, f->low, &arguments);
        if (plan->high) give(info, f->high, &arguments);
    }
    plan->at = f->at >= 0;
    plan->from = f->from >= 0;
    plan->to = f->to >= 0;
    if (plan->at) give(info, f->at, &arguments);
    if (plan->from) give(info, f->from, &arguments);
    if (plan->to) give(info, f->to, &arguments);
}

static int plan_number(struct event_table *t, const struct plan *plan) {
    for (size_t i = 0; i < t->plans.len; i++)
        if (plan_is(t->plans.items[i], plan)) return (int)i;
    struct plan *kept = mem_alloc(sizeof *kept);
    *kept = *plan;
    array_push(&t->plans, kept);
    return (int)t->plans.len - 1;
}

static uint64_t rows_of(const struct event_table *t) {
    const uint64_t *counts = sql_counts(t->sql);
    uint64_t all = 0;
    if (t->table) return counts[t->index];
    for (size_t i = 0; i < jfr_tables_count(t->sql->tables); i++) all += counts[i];
    return all;
}

static int events_best(sqlite3_vtab *vtab, sqlite3_index_info *info) {
    struct event_table *t = (struct event_table *)vtab;
    struct plan plan;
    double rows = 1e6;
    memset(&plan, 0, sizeof plan);
    if (t->table) places_expect(&t->sql->places, t->table);
    struct found f = look_at(t, info, rows);
    if (f.joins || t->sql->counts) { /* which table goes first decides on everything */
        rows = (double)rows_of(t) + 1;
        f = look_at(t, info, rows);
    }
    use_columns(t, info, &plan);
    use_constraints(&f, info, &plan);
    double left = rows * f.selected;
    info->estimatedRows = left < 1 ? 1 : (sqlite3_int64)left;
    info->estimatedCost = plan.keys ? 20 + 2 * left : rows + 10;
    info->idxNum = plan_number(t, &plan);
    info->idxStr = (char *)(uintptr_t)(plan.keys ? "rows, searched" : "rows");
    return SQLITE_OK;
}

/* ==== Cursors =============================================================================== */

struct cursor {
    sqlite3_vtab_cursor base;
    const struct plan *plan;
    struct reader reader; /* rows as they come */
    uint64_t *cells;
    struct copy *copy; /* or places of a copy: at, up to end */
    size_t at, end;
    bool done;
};

static struct event_table *table_of(const sqlite3_vtab_cursor *cursor) {
    return (struct event_table *)cursor->pVtab;
}

static int events_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
    struct cursor *c = mem_zero(1, sizeof *c);
    ((struct event_table *)vtab)->sql->cursors++;
    *out = &c->base;
    return SQLITE_OK;
}

static void stop(struct cursor *c) {
    if (c->reader.rows) reader_close(&c->reader);
    free(c->cells);
    c->cells = NULL;
    c->copy = NULL;
    c->done = false;
}

static int events_close(sqlite3_vtab_cursor *cursor) {
    struct cursor *c = (struct cursor *)cursor;
    struct sql *sql = table_of(cursor)->sql;
    stop(c);
    if (--sql->cursors == 0 && !sql->owned) copies_forget(sql);
    free(c);
    return SQLITE_OK;
}

#define AHEAD 16 /* rows, whose cells the order has anywhere in memory */

static void look_ahead(const struct cursor *c) {
    const struct copy *copy = c->copy;
    if (c->at + AHEAD < c->end && copy->order)
        prefetch(&copy->cells[copy->order[c->at + AHEAD] * (size_t)copy->plan.width]);
}

static int events_next(sqlite3_vtab_cursor *cursor) {
    struct cursor *c = (struct cursor *)cursor;
    if (c->copy) {
        c->done = ++c->at >= c->end;
        look_ahead(c);
        return SQLITE_OK;
    }
    c->done = !reader_next(&c->reader, c->cells);
    return SQLITE_OK;
}

/* ---- The start ---- */

/* A value as a key. *none: no value of the column is equal to it. */
static uint64_t key_for(const struct event_column *column, sqlite3_value *value, bool *none) {
    int type = sqlite.value_numeric_type(value);
    if (column->kind == JFR_COLUMN_TEXT || column->kind == JFR_COLUMN_THREAD) {
        const char *text = (const char *)sqlite.value_text(value);
        if (!text) *none = true;
        return text ? copy_text_key(text, (size_t)sqlite.value_bytes(value)) : 0;
    }
    if (type == SQLITE_INTEGER) return sort_signed(sqlite.value_int64(value));
    double real = type == SQLITE_FLOAT ? sqlite.value_double(value) : MISSING_REAL;
    *none = !(real == floor(real) && fabs(real) < 9.0e18);
    return *none ? 0 : sort_signed((int64_t)real);
}

/* A bound of a range, as wide as it has to be: SQLite looks at the values once more. *none: nothing
 * is within it. */
static uint64_t bound_for(sqlite3_value *value, bool high, bool *none) {
    int type = sqlite.value_numeric_type(value);
    if (type == SQLITE_INTEGER) return sort_signed(sqlite.value_int64(value));
    if (type == SQLITE_NULL) *none = true;
    if (type != SQLITE_FLOAT) return high ? UINT64_MAX : 0;
    double real = high ? ceil(sqlite.value_double(value)) : floor(sqlite.value_double(value));
    if (!(real > -9.0e18)) return high ? sort_signed(INT64_MIN + 1) : 0;
    return real < 9.0e18 ? sort_signed((int64_t)real) : UINT64_MAX;
}

static void look_up(struct cursor *c, const struct event_table *t, sqlite3_value **argv) {
    const struct plan *plan = c->plan;
    uint64_t keys[COPY_KEYS] = {0};
    bool none = false;
    int argument = 0;
    for (size_t k = 0; k < plan->equal; k++)
        keys[k] = key_for(&t->columns.items[plan->column[plan->key[k]]], argv[argument++], &none);
    size_t count = plan->equal;
    c->at = 0;
    c->end = c->copy->len;
    if (plan->low) keys[count] = bound_for(argv[argument++], false, &none);
    if (plan->low || count) c->at = copy_find(c->copy, keys, count + plan->low, false);
    if (plan->high) keys[count] = bound_for(argv[argument], true, &none);
    if (plan->high || count) c->end = copy_find(c->copy, keys, count + plan->high, true);
    c->done = none || c->at >= c->end;
}

/* Limits of the start time that constants give, with a second around them: a clock may be set. */
static void limits(const struct plan *plan, sqlite3_value **argv, int64_t *from_ns,
                   int64_t *to_ns) {
    int argument = plan->equal + plan->low + plan->high;
    const int64_t around = INT64_C(1000000000), far = INT64_MAX - around;
    for (int i = 0; i < 3; i++) {
        bool given = i == 0 ? plan->at : i == 1 ? plan->from : plan->to;
        if (!given) continue;
        sqlite3_value *value = argv[argument++];
        if (sqlite.value_type(value) != SQLITE_INTEGER) continue;
        int64_t ns = sqlite.value_int64(value);
        if (ns > far || ns < -far) continue;
        if (i != 2 && ns - around > *from_ns) *from_ns = ns - around;
        if (i != 1 && ns + around < *to_ns) *to_ns = ns + around;
    }
}

/* Is it known that there are no such events? From the second table on that a connection reads it
 * pays to count, but not for one statement's tables: reading the first finds where the events of
 * all are. */
static bool is_empty(const struct event_table *t) {
    struct sql *sql = t->sql;
    bool several = sql->owned && sql->places.expected.len > 1;
    if (!t->table) return false;
    if (!sql->counts && (several || sql->readings++ == 0)) return false;
    return rows_of(t) == 0;
}

static int events_filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc,
                         sqlite3_value **argv) {
    struct cursor *c = (struct cursor *)cursor;
    struct event_table *t = table_of(cursor);
    int64_t from_ns = INT64_MIN, to_ns = INT64_MAX;
    int code = SQLITE_OK;
    stop(c);
    c->plan = t->plans.items[number];
    if (is_empty(t)) {
        c->done = true;
        return SQLITE_OK;
    }
    limits(c->plan, argv, &from_ns, &to_ns);
    c->copy = copy_of(t, c->plan, &code);
    if (code != SQLITE_OK) return code;
    if (c->copy) {
        look_up(c, t, argv);
        return SQLITE_OK;
    }
    c->reader = reader_open(t, c->plan, false, from_ns, to_ns);
    c->cells = mem_zero(c->plan->width, sizeof *c->cells);
    return events_next(cursor);
}

/* A pass that did not get all of the recordings looks like one that is at its end. */
static int checked(sqlite3_vtab_cursor *cursor, int code) {
    return code == SQLITE_OK ? sql_check(table_of(cursor)->sql, cursor->pVtab) : code;
}

static int events_start(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc,
                        sqlite3_value **argv) {
    return checked(cursor, events_filter(cursor, number, text, argc, argv));
}

static int events_go_on(sqlite3_vtab_cursor *cursor) {
    return checked(cursor, events_next(cursor));
}

static int events_eof(sqlite3_vtab_cursor *cursor) {
    return ((struct cursor *)cursor)->done;
}

/* ---- Values ---- */

static int events_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index) {
    struct cursor *c = (struct cursor *)cursor;
    const struct event_table *t = table_of(cursor);
    const struct reader *reader = c->copy ? &c->copy->reader : &c->reader;
    uint16_t slot;
    if (!slot_of(c->plan, index, &slot)) return SQLITE_OK;
    size_t row = c->copy && c->copy->order ? c->copy->order[c->at] : c->at;
    uint64_t cell = c->copy ? c->copy->cells[row * c->plan->width + slot] : c->cells[slot];
    reader_give(reader, &t->columns.items[index], cell, c->copy && t->sql->owned, context);
    return SQLITE_OK;
}

/* Its place among all rows of the table, the same whichever way it was found. */
static int events_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) {
    const struct cursor *c = (struct cursor *)cursor;
    size_t row = c->copy && c->copy->order ? c->copy->order[c->at] : c->at;
    if (c->copy) *out = (sqlite3_int64)c->copy->row[row];
    else *out = (sqlite3_int64)c->reader.number;
    return SQLITE_OK;
}

const sqlite3_module events_module = {
    .iVersion = 1,
    .xCreate = events_connect,
    .xConnect = events_connect,
    .xBestIndex = events_best,
    .xDisconnect = events_disconnect,
    .xDestroy = events_disconnect,
    .xOpen = events_open,
    .xClose = events_close,
    .xFilter = events_start,
    .xNext = events_go_on,
    .xEof = events_eof,
    .xColumn = events_column,
    .xRowid = events_rowid,
};
