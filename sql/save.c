/* A plain database of SQLite with everything in it, for tools that read those. */
#include "sql/room.h"

#include "parser/table/tables.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct saved { /* what becomes a table */
    char *schema, *name;
};

struct saving {
    struct sql *sql;
    ARRAY(struct saved) tables;
    struct name_counts names;
};

static void collect(void *context, const char *kind, const char *schema, const char *name) {
    struct saving *s = context;
    array_push(&s->tables, (struct saved){mem_copy_text(schema), mem_copy_text(name)});
    ++*name_count(&s->names, name);
}

/* "stackTrace_text" takes more room than all else, and table stacks has it. */
static bool is_saved(const char *column) {
    size_t len = strlen(column);
    return len < 5 || strcmp(column + len - 5, "_text") != 0;
}

static void add_columns(struct sql *sql, const struct saved *table, struct text *out) {
    sqlite3_stmt *handle = NULL;
    char *query =
        sqlite.mprintf("SELECT name FROM pragma_table_xinfo(%Q, %Q)", table->name, table->schema);
    if (sqlite.prepare_v2(sql->db, query, -1, &handle, NULL) == SQLITE_OK) {
        while (sqlite.step(handle) == SQLITE_ROW) {
            const char *name = (const char *)sqlite.column_text(handle, 0);
            if (!name || !is_saved(name)) continue;
            char *quoted = sqlite.mprintf("%s\"%w\"", out->len ? ", " : "", name);
            text_add(out, quoted);
            sqlite.free(quoted);
        }
    }
    sqlite.finalize(handle);
    sqlite.free(query);
}

static bool has_rows(struct sql *sql, const struct saved *table) {
    sqlite3_stmt *handle = NULL;
    char *query = sqlite.mprintf("SELECT 1 FROM \"%w\".\"%w\" LIMIT 1", table->schema, table->name);
    bool found = sqlite.prepare_v2(sql->db, query, -1, &handle, NULL) == SQLITE_OK &&
                 sqlite.step(handle) == SQLITE_ROW;
    sqlite.finalize(handle);
    sqlite.free(query);
    return found;
}

/* Is the table one of events, of a type that occurs? Others are saved in any case. */
static bool is_worth_it(struct sql *sql, const struct saved *table) {
    const uint64_t *counts = sql_counts(sql);
    if (strcmp(table->schema, "temp") == 0) return has_rows(sql, table);
    struct text type = {0};
    text_addf(&type, "%s.%s", table->schema, table->name);
    size_t index;
    bool none = tables_find_place(sql->tables, text_str(&type), &index) && counts[index] == 0;
    text_free(&type);
    return !none;
}

static int save_table(struct saving *s, size_t index) {
    const struct saved *table = &s->tables.items[index];
    struct text columns = {0};
    int code = SQLITE_OK;
    if (strcmp(table->name, "all_events") == 0 || strcmp(table->schema, "main") == 0 ||
        strcmp(table->schema, "jfr_saved") == 0 || !is_worth_it(s->sql, table))
        return SQLITE_OK;
    add_columns(s->sql, table, &columns);
    /* The part of a type's name that is enough in most recordings. */
    bool unique = *name_count(&s->names, table->name) == 1 || strcmp(table->schema, "temp") == 0;
    if (columns.len)
        code = sql_run(
            s->sql,
            sqlite.mprintf("CREATE TABLE jfr_saved.\"%s%s%w\" AS SELECT %s FROM \"%w\".\"%w\"",
                           unique ? "" : table->schema, unique ? "" : ".", table->name,
                           text_str(&columns), table->schema, table->name));
    text_free(&columns);
    copies_forget(s->sql);
    return code;
}

bool sql_save(struct sql *sql, const char *path, struct sql_error *error) {
    struct saving s = {.sql = sql};
    *error = (struct sql_error){.offset = -1};
    sql->guarded = false;
    sql_each_table(sql, collect, &s);
    sql->guarded = false;
    int code = sql_run(sql, sqlite.mprintf("ATTACH %Q AS jfr_saved", path));
    if (code == SQLITE_OK)
        code = sql_run(sql, sqlite.mprintf("PRAGMA jfr_saved.journal_mode = OFF"));
    if (code == SQLITE_OK)
        code = sql_run(sql, sqlite.mprintf("PRAGMA jfr_saved.synchronous = OFF"));
    unlink(path);
    for (size_t i = 0; i < s.tables.len && code == SQLITE_OK; i++) code = save_table(&s, i);
    if (code != SQLITE_OK) text_add(&error->text, sqlite.errmsg(sql->db));
    sql_run(sql, sqlite.mprintf("DETACH jfr_saved"));
    sql->guarded = true;
    for (size_t i = 0; i < s.tables.len; i++) {
        free(s.tables.items[i].schema);
        free(s.tables.items[i].name);
    }
    array_free(&s.tables);
    name_counts_free(&s.names);
    return code == SQLITE_OK;
}
