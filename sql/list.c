/* Tables of what is known without reading events, or from one reading: a row is a number. */
#include "sql/room.h"

struct list_table {
    sqlite3_vtab base;
    struct sql *sql;
    const struct list *list;
};

struct list_cursor {
    sqlite3_vtab_cursor base;
    size_t row, end;
};

static const struct list *list_named(const char *name) {
    for (size_t i = 0; i < catalog_count; i++)
        if (strcmp(catalog_lists[i].name, name) == 0) return &catalog_lists[i];
    for (size_t i = 0; i < stacks_count; i++)
        if (strcmp(stacks_lists[i].name, name) == 0) return &stacks_lists[i];
    if (strcmp(extent_list.name, name) == 0) return &extent_list;
    return strcmp(threads_list.name, name) == 0 ? &threads_list : NULL;
}

static int connect_list(sqlite3 *db, void *context, int argc, const char *const *argv,
                        sqlite3_vtab **out, char **error) {
    const struct list *list = argc == 4 ? list_named(argv[3]) : NULL;
    if (!list) {
        *error = sqlite.mprintf("there is no such list");
        return SQLITE_ERROR;
    }
    OWNED(text_free) struct text text = {0};
    text_addf(&text, "CREATE TABLE t(%s)", list->columns);
    int code = sqlite.declare_vtab(db, text_str(&text));
    if (code != SQLITE_OK) return code;
    struct list_table *t = mem_zero(1, sizeof *t);
    t->sql = context;
    t->list = list;
    *out = &t->base;
    return SQLITE_OK;
}

static int disconnect_list(sqlite3_vtab *vtab) {
    free(vtab);
    return SQLITE_OK;
}

static int best_list(sqlite3_vtab *vtab, sqlite3_index_info *info) {
    const struct list_table *t = (struct list_table *)vtab;
    info->estimatedCost = 1e5;
    info->estimatedRows = 100000;
    for (int i = 0; t->list->find && i < info->nConstraint; i++) {
        if (!info->aConstraint[i].usable || info->aConstraint[i].iColumn != 0 ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        info->aConstraintUsage[i].argvIndex = 1;
        info->estimatedCost = 10;
        info->estimatedRows = 10;
        info->idxNum = 1;
        break;
    }
    return SQLITE_OK;
}

static int open_list(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
    struct list_cursor *c = mem_zero(1, sizeof *c);
    *out = &c->base;
    return SQLITE_OK;
}

static int close_list(sqlite3_vtab_cursor *cursor) {
    free(cursor);
    return SQLITE_OK;
}

static int filter_list(sqlite3_vtab_cursor *cursor, int found, const char *text, int argc,
                       sqlite3_value **argv) {
    const struct list_table *t = (struct list_table *)cursor->pVtab;
    struct list_cursor *c = (struct list_cursor *)cursor;
    c->row = 0;
    c->end = t->list->count(t->sql);
    int code = sql_check(t->sql, cursor->pVtab);
    if (code != SQLITE_OK) return code;
    if (c->end == 0 || !found) return sql_expired(t->sql);
    if (sqlite.value_numeric_type(argv[0]) == SQLITE_INTEGER)
        t->list->find(t->sql, sqlite.value_int64(argv[0]), &c->row, &c->end);
    else c->end = 0;
    return SQLITE_OK;
}

static int next_in_list(sqlite3_vtab_cursor *cursor) {
    ((struct list_cursor *)cursor)->row++;
    return SQLITE_OK;
}

static int end_of_list(sqlite3_vtab_cursor *cursor) {
    const struct list_cursor *c = (struct list_cursor *)cursor;
    return c->row >= c->end;
}

static int column_of_list(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
    const struct list_table *t = (struct list_table *)cursor->pVtab;
    t->list->value(t->sql, context, ((struct list_cursor *)cursor)->row, column);
    return SQLITE_OK;
}

static int row_of_list(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) {
    *out = (sqlite3_int64)((struct list_cursor *)cursor)->row;
    return SQLITE_OK;
}

const sqlite3_module list_module = {
    .iVersion = 1,
    .xCreate = connect_list,
    .xConnect = connect_list,
    .xBestIndex = best_list,
    .xDisconnect = disconnect_list,
    .xDestroy = disconnect_list,
    .xOpen = open_list,
    .xClose = close_list,
    .xFilter = filter_list,
    .xNext = next_in_list,
    .xEof = end_of_list,
    .xColumn = column_of_list,
    .xRowid = row_of_list,
};
