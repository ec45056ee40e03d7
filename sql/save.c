/* A plain database of SQLite with everything in it, for tools that read those. */
#include "sql/room.h"
#include "base/platform.h"
#include "base/posix.h"

#include "parser/table/tables.h"

#include <stdio.h>

struct saving {
    struct sql *sql;
    struct name_counts names;
};

/* "stackTrace_text" takes more room than all else, and table stacks has it. */
static bool is_saved(const char *column) {
    size_t len = strlen(column);
    return len < 5 || strcmp(column + len - 5, "_text") != 0;
}

static void add_columns(struct sql *sql, const struct named_table *table, struct text *out) {
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

static bool has_rows(struct sql *sql, const struct named_table *table) {
    sqlite3_stmt *handle = NULL;
    char *query = sqlite.mprintf("SELECT 1 FROM \"%w\".\"%w\" LIMIT 1", table->schema, table->name);
    bool found = sqlite.prepare_v2(sql->db, query, -1, &handle, NULL) == SQLITE_OK &&
                 sqlite.step(handle) == SQLITE_ROW;
    sqlite.finalize(handle);
    sqlite.free(query);
    return found;
}

static int save_table(void *context, const struct named_table *table) {
    struct saving *s = context;
    OWNED(text_free) struct text columns = {0};
    int code = SQLITE_OK;
    if (strcmp(table->schema, "temp") == 0 && !table->type && !has_rows(s->sql, table))
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
    copies_forget(s->sql);
    return code;
}

/* In one transaction. Types that do not occur are left out; one pass finds those that do. */
static int save_tables(struct saving *s) {
    struct sql *sql = s->sql;
    tables_hold(sql->tables); /* each type reads them again */
    const uint64_t *counts = sql_counts(sql);
    static const struct named_table views[] = {{.schema = "temp", .name = "samples"},
                                               {.schema = "temp", .name = "settings"}};
    int code = sql_run(sql, sqlite.mprintf("BEGIN"));
    for (size_t i = 0; i < naming_count(sql); i++) {
        struct named_table table = naming_at(sql, i);
        ++*name_count(&s->names, table.name);
        if (table.type && counts[table.index]) places_expect(&sql->places, table.type);
    }
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        ++*name_count(&s->names, views[i].name);
    for (size_t i = 0; i < naming_count(sql) && code == SQLITE_OK; i++) {
        struct named_table table = naming_at(sql, i);
        if (strcmp(table.name, "all_events") != 0 && (!table.type || counts[table.index]))
            code = naming_with(sql, i, save_table, s);
    }
    for (size_t i = 0; i < sizeof views / sizeof *views && code == SQLITE_OK; i++)
        code = save_table(s, &views[i]);
    if (code == SQLITE_OK) code = sql_run(sql, sqlite.mprintf("COMMIT"));
    return code;
}

bool sql_save(struct sql *sql, const char *path, struct sql_error *error) {
    struct saving s = {.sql = sql};
    *error = (struct sql_error){.offset = -1};
    sql->guarded = false;
    int code = sql_run(sql, sqlite.mprintf("ATTACH %Q AS jfr_saved", path));
    if (code == SQLITE_OK)
        code = sql_run(sql, sqlite.mprintf("PRAGMA jfr_saved.journal_mode = OFF"));
    if (code == SQLITE_OK)
        code = sql_run(sql, sqlite.mprintf("PRAGMA jfr_saved.synchronous = OFF"));
    if (platform_keeps_nameless) unlink(path); /* nothing stays, however it ends */
    if (code == SQLITE_OK) code = save_tables(&s);
    if (code != SQLITE_OK) text_add(&error->text, sqlite.errmsg(sql->db));
    if (code != SQLITE_OK) sql_run(sql, sqlite.mprintf("ROLLBACK"));
    sql_run(sql, sqlite.mprintf("DETACH jfr_saved"));
    places_forget(&sql->places);
    sql->guarded = true;
    name_counts_free(&s.names);
    return code == SQLITE_OK;
}
