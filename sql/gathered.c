#include "sql/gather.h"

/* ==== What is asked ========================================================================= */

struct gathered *gathered_make(struct sql *sql, size_t index) {
    struct gathered *g = mem_zero(1, sizeof *g);
    g->source.sql = sql;
    g->source.index = index;
    g->source.table = index == SIZE_MAX ? NULL : jfr_tables_at(sql->tables, index);
    g->listed = NO_MEASURE;
    columns_add(&g->source);
    return g;
}

void gathered_free(struct gathered *g) {
    if (!g) return;
    free_each(text_free, &g->name, &g->said);
    array_free(&g->source.columns);
    arena_free(&g->source.names);
    free(g);
}

void gathered_add_key(struct gathered *g, uint16_t column) {
    for (size_t i = 0; i < g->keys; i++)
        if (g->key[i] == column) return;
    if (g->keys < GROUPS_KEYS) g->key[g->keys] = column;
    g->keys++;
}

bool gathered_add_measure(struct gathered *g, uint16_t column, size_t *measure) {
    for (*measure = 0; *measure < g->measures; ++*measure)
        if (g->measure[*measure] == column) return true;
    if (g->measures == GATHERED_MEASURES) return false;
    g->largest[g->measures] = UINT64_MAX;
    g->measure[g->measures++] = column;
    return true;
}

static const struct event_column *column_of(const struct gathered *g, size_t index) {
    return &g->source.columns.items[index];
}

static void use_column(struct gathered *g, uint16_t column, bool fields) {
    struct plan *plan = &g->plan;
    if (plan->slot[column] != UINT16_MAX) return;
    if ((column_of(g, column)->source == FROM_FIELD) != fields) return;
    plan->slot[column] = plan->width;
    plan->column[plan->width++] = column;
}

/* Fields come first. */
static void plan_columns(struct gathered *g) {
    for (size_t i = 0; i < g->source.columns.len; i++) g->plan.slot[i] = UINT16_MAX;
    for (int fields = 1; fields >= 0; fields--) {
        for (size_t i = 0; i < g->keys; i++) use_column(g, g->key[i], fields);
        for (size_t i = 0; i < g->measures; i++) use_column(g, g->measure[i], fields);
        for (size_t i = 0; i < g->conditions; i++) use_column(g, g->condition[i].column, fields);
    }
}

/* All rows are one group, and how many there are is known without reading them. */
static bool is_count_alone(const struct gathered *g) {
    return !g->keys && !g->measures && !g->conditions;
}

static void describe(struct gathered *g) {
    struct text *out = &g->said;
    if (is_count_alone(g)) text_add(out, "counted, not read");
    for (size_t i = 0; i < g->keys; i++)
        text_addf(out, "%s%s", i ? ", " : "by ", column_of(g, g->key[i])->name);
    for (size_t i = 0; i < g->measures; i++)
        text_addf(out, "%s%s", i ? ", " : "; of ", column_of(g, g->measure[i])->name);
    for (size_t i = 0; i < g->conditions; i++)
        text_addf(out, "%s%s", i ? ", " : "; where ", column_of(g, g->condition[i].column)->name);
}

/* "groups of jdk.X", which are "groups of jdk.X 2" if the statement has such already. */
static void name_table(struct gathered *g) {
    const struct sql *sql = g->source.sql;
    const char *type = g->source.table ? jfr_table_name(g->source.table) : "all events";
    size_t number = 1;
    for (size_t i = 0; i < sql->gathered.len; i++)
        number += sql->gathered.items[i]->source.index == g->source.index;
    text_addf(&g->name, "groups of %s", type);
    if (number > 1) text_addf(&g->name, " %zu", number);
}

bool gathered_declare(struct gathered *g) {
    struct sql *sql = g->source.sql;
    if (g->keys > GROUPS_KEYS) return false;
    plan_columns(g);
    describe(g);
    name_table(g);
    array_push(&sql->gathered, g);
    return sql_run(sql, sqlite.mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING jfr_gathered(%d)",
                                       text_str(&g->name), (int)sql->gathered.len - 1)) ==
           SQLITE_OK;
}

/* ==== The table ============================================================================= */

struct gathered_table {
    sqlite3_vtab base;
    const struct gathered *gathered;
};

enum { OF_MEASURE = 4 }; /* columns: count, sum, least, greatest */

static size_t first_measure(const struct gathered *g) { /* column, behind the keys and "#n" */
    return g->keys + 1;
}

static size_t first_argument(const struct gathered *g) {
    return first_measure(g) + OF_MEASURE * g->measures + 1;
}

static void add_declaration(const struct gathered *g, struct text *out) {
    text_add(out, "CREATE TABLE t(");
    for (size_t i = 0; i < g->keys; i++) {
        columns_add_declared(column_of(g, g->key[i]), out);
        text_add(out, ",");
    }
    text_add(out, "\"#n\"");
    for (size_t i = 0; i < g->measures; i++)
        text_addf(out, ",\"#c%zu\",\"#s%zu\",\"#l%zu\",\"#h%zu\"", i, i, i, i);
    text_add(out, ",\"#v\"");
    for (size_t i = 0; i < g->arguments; i++) text_addf(out, ",\"#a%zu\" HIDDEN", i);
    text_add(out, ")");
}

static int gathered_connect(sqlite3 *db, void *context, int argc, const char *const *argv,
                            sqlite3_vtab **out, char **error) {
    struct sql *sql = context;
    size_t index = argc == 4 ? strtoull(argv[3], NULL, 10) : SIZE_MAX;
    if (index >= sql->gathered.len) {
        *error = sqlite.mprintf("groups of events are made by statements about them");
        return SQLITE_ERROR;
    }
    OWNED(text_free) struct text text = {0};
    add_declaration(sql->gathered.items[index], &text);
    int code = sqlite.declare_vtab(db, text_str(&text));
    if (code != SQLITE_OK) return code;
    struct gathered_table *t = mem_zero(1, sizeof *t);
    t->gathered = sql->gathered.items[index];
    *out = &t->base;
    return SQLITE_OK;
}

static int gathered_disconnect(sqlite3_vtab *vtab) {
    free(vtab);
    return SQLITE_OK;
}

static int gathered_best(sqlite3_vtab *vtab, sqlite3_index_info *info) {
    const struct gathered *g = ((struct gathered_table *)vtab)->gathered;
    size_t given = 0;
    for (int i = 0; i < info->nConstraint; i++) {
        int column = info->aConstraint[i].iColumn;
        if (column < 0 || (size_t)column < first_argument(g)) continue;
        if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = column - (int)first_argument(g) + 1;
        info->aConstraintUsage[i].omit = 1;
        given++;
    }
    if (given != g->arguments) return SQLITE_CONSTRAINT;
    if (g->source.table) places_expect(&g->source.sql->places, g->source.table);
    info->estimatedRows = 1000;
    info->estimatedCost = 1e6;
    info->idxStr = (char *)(uintptr_t)text_str(&g->said);
    return SQLITE_OK;
}

/* ==== Cursors =============================================================================== */

struct cursor {
    sqlite3_vtab_cursor base;
    struct bounds bounds[GATHERED_CONDITIONS];
    struct reading reading; /* without a reader where all is counted */
    struct groups groups;
    size_t at;
    size_t first_list; /* of group 0 */
    bool open, whole, done;
};

static const struct gathered *gathered_of(const sqlite3_vtab_cursor *cursor) {
    return ((const struct gathered_table *)cursor->pVtab)->gathered;
}

/* Could what the statement adds up depend on the order, or not be whole? */
static bool is_exact(const struct cursor *c) {
    const struct gathered *g = gathered_of(&c->base);
    for (size_t i = 0; i < g->measures; i++)
        if (c->groups.reach.items[i] > g->largest[i]) return false;
    return g->listed == NO_MEASURE || c->whole;
}

static void make_lists(struct cursor *c) {
    const struct gathered *g = gathered_of(&c->base);
    struct sql *sql = g->source.sql;
    if (g->listed == NO_MEASURE) return;
    groups_gather(&c->groups);
    c->first_list = sql->lists.len;
    for (size_t i = 0; i < c->groups.len; i++) {
        uint64_t begin = c->groups.begins.items[i], end = c->groups.begins.items[i + 1];
        struct value_list list = {c->groups.values.items + begin, end - begin};
        array_push(&sql->lists, list);
    }
}

/* Further groups in the place of those there are. */
static int fill(struct cursor *c) {
    struct sql *sql = gathered_of(&c->base)->source.sql;
    groups_forget(&c->groups);
    c->at = 0;
    while (!c->whole && !c->reading.stopped &&
           sql->copied + groups_bytes(&c->groups) <= sql->options.index_bytes)
        c->whole = !reading_next(&c->reading);
    return sql_expired(sql);
}

/* What was read is handed out, or the statement begins anew. */
static int show(struct cursor *c, int code) {
    struct sql *sql = gathered_of(&c->base)->source.sql;
    if (code == SQLITE_OK && !is_exact(c)) sql->begins_anew = true;
    if (code == SQLITE_OK && sql->begins_anew) code = SQLITE_ABORT;
    if (code == SQLITE_OK) make_lists(c);
    c->done = code != SQLITE_OK || c->groups.len == 0;
    return code;
}

static void take_conditions(struct cursor *c, sqlite3_value **argv) {
    const struct gathered *g = gathered_of(&c->base);
    for (size_t i = 0; i < g->conditions; i++) {
        const struct gathered_condition *condition = &g->condition[i];
        bool value = condition->comparison != IS_NULL && condition->comparison != IS_NOT_NULL;
        c->bounds[i] = bounds_for(condition->comparison, value ? argv[condition->argument] : NULL);
        c->bounds[i].slot = g->plan.slot[condition->column];
    }
}

static void take_count(struct cursor *c) {
    const struct gathered *g = gathered_of(&c->base);
    const uint64_t *counts = sql_counts(g->source.sql);
    uint64_t count = 0, *none = NULL;
    for (size_t i = 0; i < jfr_tables_count(g->source.sql->tables); i++)
        if (!g->source.table || g->source.index == i) count += counts[i];
    c->whole = true;
    if (!count) return;
    groups_add(&c->groups, &none, &none, 1);
    c->groups.times[0] = count;
}

static int gathered_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
    struct cursor *c = mem_zero(1, sizeof *c);
    *out = &c->base;
    return SQLITE_OK;
}

/* Texts and values may be pointed to until the statement ends. */
static void stop(struct cursor *c) {
    if (!c->open) return;
    struct sql *sql = gathered_of(&c->base)->source.sql;
    reading_close(&c->reading);
    if (c->groups.values.items) array_push(&sql->kept_values, c->groups.values.items);
    c->groups.values.items = NULL;
    groups_free(&c->groups);
    if (c->reading.reader.rows) array_push(&sql->kept_rows, c->reading.reader.rows);
    c->open = false;
}

static int gathered_close(sqlite3_vtab_cursor *cursor) {
    stop((struct cursor *)cursor);
    free(cursor);
    return SQLITE_OK;
}

static int gathered_filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int argc,
                           sqlite3_value **argv) {
    struct cursor *c = (struct cursor *)cursor;
    const struct gathered *g = gathered_of(cursor);
    struct sql *sql = g->source.sql;
    int code = SQLITE_OK;
    stop(c);
    c->open = true;
    c->whole = false;
    c->at = 0;
    c->groups = groups_open(g->keys, g->measures, g->listed);
    c->reading = (struct reading){0};
    if (is_count_alone(g)) {
        take_count(c);
        code = show(c, code);
        return code == SQLITE_OK ? sql_check(sql, cursor->pVtab) : code;
    }
    take_conditions(c, argv);
    reading_open(&c->reading, g, c->bounds, &c->groups);
    code = reading_side_by_side(&c->reading, &c->whole);
    if (!c->whole && code == SQLITE_OK && !sql->begins_anew) code = fill(c);
    code = show(c, code);
    return code == SQLITE_OK ? sql_check(sql, cursor->pVtab) : code;
}

static int gathered_next(sqlite3_vtab_cursor *cursor) {
    struct cursor *c = (struct cursor *)cursor;
    if (++c->at < c->groups.len) return SQLITE_OK;
    c->done = c->whole;
    if (c->done) return SQLITE_OK;
    int code = show(c, fill(c));
    return code == SQLITE_OK ? sql_check(gathered_of(cursor)->source.sql, cursor->pVtab) : code;
}

static int gathered_eof(sqlite3_vtab_cursor *cursor) {
    return ((struct cursor *)cursor)->done;
}

static void give_measured(sqlite3_context *context, const struct measured *m, size_t which) {
    if (which == 0) sqlite.result_int64(context, (sqlite3_int64)m->count);
    else if (m->count)
        sqlite.result_int64(context, which == 1 ? m->sum : which == 2 ? m->least : m->most);
}

static int gathered_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index) {
    const struct cursor *c = (struct cursor *)cursor;
    const struct gathered *g = gathered_of(cursor);
    const struct groups *groups = &c->groups;
    size_t column = (size_t)index, measure = column - first_measure(g);
    if (column < g->keys)
        reader_give(&c->reading.reader, column_of(g, g->key[column]),
                    groups->keys[c->at * g->keys + column], true, context);
    else if (column == g->keys) sqlite.result_int64(context, (sqlite3_int64)groups->times[c->at]);
    else if (measure < OF_MEASURE * g->measures)
        give_measured(context, &groups->measured[c->at * g->measures + measure / OF_MEASURE],
                      measure % OF_MEASURE);
    else if (g->listed != NO_MEASURE)
        sqlite.result_int64(context, (sqlite3_int64)c->first_list + (sqlite3_int64)c->at);
    return SQLITE_OK;
}

static int gathered_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) {
    *out = (sqlite3_int64)((struct cursor *)cursor)->at;
    return SQLITE_OK;
}

const sqlite3_module gathered_module = {
    .iVersion = 1,
    .xCreate = gathered_connect,
    .xConnect = gathered_connect,
    .xBestIndex = gathered_best,
    .xDisconnect = gathered_disconnect,
    .xDestroy = gathered_disconnect,
    .xOpen = gathered_open,
    .xClose = gathered_close,
    .xFilter = gathered_filter,
    .xNext = gathered_next,
    .xEof = gathered_eof,
    .xColumn = gathered_column,
    .xRowid = gathered_rowid,
};

void gathered_forget(struct sql *sql) {
    for (size_t i = 0; i < sql->gathered.len; i++) {
        sql_run(sql, sqlite.mprintf("DROP TABLE IF EXISTS temp.\"%w\"",
                                    text_str(&sql->gathered.items[i]->name)));
        gathered_free(sql->gathered.items[i]);
    }
    for (size_t i = 0; i < sql->kept_rows.len; i++) jfr_rows_close(sql->kept_rows.items[i]);
    for (size_t i = 0; i < sql->kept_values.len; i++) free(sql->kept_values.items[i]);
    sql->gathered.len = sql->kept_rows.len = sql->kept_values.len = sql->lists.len = 0;
}
