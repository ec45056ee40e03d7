/* Statements: prepared, stepped, and what went wrong in words that help. */
#include "sql/recognise.h"
#include "sql/room.h"

#include "base/clock.h"
#include "base/safe.h"
#include "base/suggest.h"

struct sql_statement {
    struct sql *sql;
    sqlite3_stmt *handle;
    char *text;
};

void sql_error_free(struct sql_error *error) {
    free_each(text_free, &error->text, &error->suggestion);
}

/* ==== Errors ================================================================================ */

struct offering {
    struct suggest suggest;
    struct arena names; /* SQLite's are gone by the next row */
};

static void offer_table(void *context, const char *kind, const char *schema, const char *name) {
    struct offering *o = context;
    suggest_offer(&o->suggest, arena_copy_text(&o->names, name));
}

static void offer_columns(struct sql *sql, struct suggest *suggest, const char *statement) {
    for (size_t i = 0; i < jfr_tables_count(sql->tables); i++) {
        const struct jfr_table *table = jfr_tables_at(sql->tables, i);
        const char *dot = strrchr(jfr_table_name(table), '.');
        /* of the tables that the statement names */
        if (!strcasestr(statement, dot ? dot + 1 : jfr_table_name(table))) continue;
        for (size_t k = 0; k < jfr_table_columns(table); k++)
            suggest_offer(suggest, jfr_table_column(table, k)->name);
    }
}

/* "no such table: jdk.GCPhasePauze": what may be meant. */
static void add_suggestion(struct sql *sql, const char *message, const char *statement,
                           struct text *out) {
    static const char table[] = "no such table: ", column[] = "no such column: ";
    const char *word = NULL;
    struct suggest suggest;
    if (strncmp(message, table, sizeof table - 1) == 0) {
        word = message + sizeof table - 1;
        const char *dot = strrchr(word, '.');
        struct offering o = {.suggest = suggest_for(dot ? dot + 1 : word)};
        sql_each_table(sql, offer_table, &o);
        if (o.suggest.best) text_addf(out, "did you mean %s?", o.suggest.best);
        else text_add(out, "SELECT type FROM events lists the types of the recordings");
        arena_free(&o.names);
    } else if (strncmp(message, column, sizeof column - 1) == 0) {
        word = message + sizeof column - 1;
        const char *dot = strrchr(word, '.');
        OWNED(text_free) struct text flat = {0}, quoted = {0}; /* a path of fields is one name */
        text_add(&flat, word);
        for (size_t i = 0; i < flat.len; i++)
            if (flat.data[i] == '.') flat.data[i] = '_';
        text_addf(&quoted, "\"%s\"", word);
        suggest = suggest_for(text_str(&flat));
        offer_columns(sql, &suggest, statement);
        if (!suggest.best && dot) {
            suggest = suggest_for(dot + 1);
            offer_columns(sql, &suggest, statement);
        }
        if (suggest.best) text_addf(out, "did you mean %s?", suggest.best);
        else if (strstr(statement, text_str(&quoted)))
            text_add(out, "a text is put in single quotes: '...'");
        else
            text_add(out,
                     "SELECT name FROM columns WHERE type = '...' lists the columns of a table");
    }
}

/* SQLite does not say where a table is named that it does not know. */
static int64_t find_word(const char *statement, const char *message) {
    const char *word = strstr(message, "no such table: ");
    const char *found = word ? strcasestr(statement, word + strlen("no such table: ")) : NULL;
    return found ? found - statement : -1;
}

static void fill_error(struct sql *sql, const char *statement, struct sql_error *error) {
    const char *message = sqlite.errmsg(sql->db);
    error->offset = sqlite.error_offset(sql->db);
    int code = sqlite.extended_errcode(sql->db);
    if (sql->timed_out) {
        text_add(&error->text, "the statement took longer than --timeout allows");
        error->timeout = true;
        error->offset = -1;
    } else if (code == SQLITE_NOMEM && sql->options.memory_bytes) {
        text_add(&error->text, "the statement needs more memory than --memory allows, ");
        units_add_bytes(&error->text, (double)sql->options.memory_bytes);
        error->offset = -1;
    } else if (sql->denied.len) {
        text_add(&error->text, text_str(&sql->denied));
    } else {
        char *copy = mem_copy_text(message); /* looking for what was meant runs statements */
        safe_add_name(&error->text, copy);
        add_suggestion(sql, copy, statement, &error->suggestion);
        if (error->offset < 0) error->offset = find_word(statement, copy);
        free(copy);
    }
    text_clear(&sql->denied);
    sql->timed_out = false;
}

/* ==== Statements ============================================================================ */

/* A table is made when a statement names it. A type by its full name in quotes, "jdk.GCPhasePause",
 * is one, too. */
static bool add_missing(struct sql *sql) {
    static const char missing[] = "no such table: ";
    const char *message = sqlite.errmsg(sql->db);
    if (strncmp(message, missing, sizeof missing - 1) != 0) return false;
    OWNED(mem_release) char *name = mem_copy_text(message + sizeof missing - 1);
    bool made = naming_make(sql, name);
    for (size_t i = 0; i < jfr_tables_count(sql->tables) && !made; i++) {
        const char *type = jfr_table_name(jfr_tables_at(sql->tables, i));
        if (strcasecmp(type, name) != 0) continue;
        made = sql_run(sql, sqlite.mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING jfr_events(%d)",
                                           type, (int)i)) == SQLITE_OK;
    }
    return made;
}

/* Does it ask which tables there are? */
static bool lists_tables(const char *text) {
    return strcasestr(text, "pragma") || strcasestr(text, "sqlite_");
}

/* Nothing is left of statements before, and none of its tables is known. */
static void begin_statement(struct sql *sql) {
    gathered_forget(sql);
    copies_forget(sql);
    places_forget(&sql->places);
    sql->begins_anew = false;
}

/* Do both answer with the same columns? */
static bool are_alike(sqlite3_stmt *a, sqlite3_stmt *b) {
    int columns = sqlite.column_count(a);
    if (columns != sqlite.column_count(b)) return false;
    for (int i = 0; i < columns; i++)
        if (strcmp(sqlite.column_name(a, i), sqlite.column_name(b, i)) != 0) return false;
    return true;
}

/* Parts of the statement that are groups of events are read as such. */
static void ask_for_groups(struct sql_statement *statement, size_t len) {
    struct sql *sql = statement->sql;
    sqlite3_stmt *handle = NULL;
    char *text =
        sql->owned && !sql->options.row_by_row ? recognise(sql, statement->text, len) : NULL;
    if (!text) return;
    places_forget(&sql->places);
    bool fine = sqlite.prepare_v2(sql->db, text, -1, &handle, NULL) == SQLITE_OK &&
                are_alike(handle, statement->handle);
    free(text);
    sqlite.finalize(fine ? statement->handle : handle);
    if (fine) statement->handle = handle;
    else gathered_forget(sql);
}

struct sql_statement *sql_prepare(struct sql *sql, const char *text, const char **rest,
                                  struct sql_error *error) {
    sqlite3_stmt *handle = NULL;
    const char *end = NULL;
    int code;
    *error = (struct sql_error){.offset = -1};
    text_clear(&sql->denied);
    begin_statement(sql);
    sql->timed_out = false;
    sql->answered = 0;
    sql->deadline = sql->options.timeout_ns ? clock_now() + sql->options.timeout_ns : 0;
    if (lists_tables(text)) naming_make_all(sql);
    do {
        code = sqlite.prepare_v2(sql->db, text, -1, &handle, &end);
    } while (code != SQLITE_OK && add_missing(sql));
    if (rest) *rest = end ? end : text + strlen(text);
    if (code != SQLITE_OK) fill_error(sql, text, error);
    if (!handle) return NULL;
    if (!sqlite.stmt_readonly(handle) || sqlite.column_count(handle) == 0) { /* VACUUM INTO */
        text_add(&error->text, "recordings are only read: this statement is no query");
        sqlite.finalize(handle);
        return NULL;
    }
    struct sql_statement *statement = mem_zero(1, sizeof *statement);
    statement->sql = sql;
    statement->handle = handle;
    statement->text = mem_copy_text(text);
    ask_for_groups(statement, (size_t)(end - text));
    return statement;
}

bool sql_is_complete(const char *text) {
    return sqlite.complete(text) != 0;
}

/* From its beginning, without groups; up to the row behind those that were handed out. */
static int step_row_by_row(struct sql_statement *statement) {
    struct sql *sql = statement->sql;
    sqlite.finalize(statement->handle);
    statement->handle = NULL;
    begin_statement(sql);
    int code = sqlite.prepare_v2(sql->db, statement->text, -1, &statement->handle, NULL);
    if (code == SQLITE_OK) code = sqlite.step(statement->handle);
    for (uint64_t i = 0; i < sql->answered && code == SQLITE_ROW; i++)
        code = sqlite.step(statement->handle);
    return code;
}

int sql_step(struct sql_statement *statement, struct sql_error *error) {
    struct sql *sql = statement->sql;
    if (!sql_in_time(statement, error)) return -1; /* SQLite looks where it goes on for long */
    int code = sqlite.step(statement->handle);
    if (sql->begins_anew && code != SQLITE_ROW && code != SQLITE_DONE)
        code = step_row_by_row(statement);
    if (code == SQLITE_ROW) {
        sql->answered++;
        return 1;
    }
    struct jfr_error broken;
    *error = (struct sql_error){.offset = -1};
    if (code == SQLITE_DONE) { /* functions read recordings, too */
        if (!jfr_tables_error(sql->tables, &broken)) return 0;
        text_add(&error->text, broken.text);
        return -1;
    }
    fill_error(statement->sql, "", error);
    return -1;
}

bool sql_in_time(struct sql_statement *statement, struct sql_error *error) {
    if (sql_expired(statement->sql) == SQLITE_OK) return true;
    *error = (struct sql_error){.offset = -1};
    fill_error(statement->sql, "", error);
    return false;
}

void sql_finalize(struct sql_statement *statement) {
    if (!statement) return;
    sqlite.finalize(statement->handle);
    gathered_forget(statement->sql);
    copies_forget(statement->sql);
    mem_free(statement->text, statement);
}

/* ==== Results =============================================================================== */

size_t sql_columns(const struct sql_statement *statement) {
    return (size_t)sqlite.column_count(statement->handle);
}

const char *sql_column_name(const struct sql_statement *statement, size_t column) {
    const char *name = sqlite.column_name(statement->handle, (int)column);
    return name ? name : "";
}

enum jfr_unit sql_column_unit(const struct sql_statement *statement, size_t column) {
    return columns_unit(sqlite.column_decltype(statement->handle, (int)column));
}

bool sql_column_is_boolean(const struct sql_statement *statement, size_t column) {
    const char *type = sqlite.column_decltype(statement->handle, (int)column);
    return type && strcmp(type, "BOOLEAN") == 0;
}

struct sql_value sql_value(const struct sql_statement *statement, size_t column) {
    sqlite3_stmt *handle = statement->handle;
    struct sql_value value = {0};
    switch (sqlite.column_type(handle, (int)column)) {
    case SQLITE_INTEGER:
        value.kind = SQL_INTEGER;
        value.integer = sqlite.column_int64(handle, (int)column);
        break;
    case SQLITE_FLOAT:
        value.kind = SQL_REAL;
        value.real = sqlite.column_double(handle, (int)column);
        break;
    case SQLITE_NULL: break;
    default:
        value.kind = SQL_TEXT;
        value.text = (const char *)sqlite.column_text(handle, (int)column);
        value.length = (size_t)sqlite.column_bytes(handle, (int)column);
        if (!value.text) value.kind = SQL_NULL;
    }
    return value;
}

/* ==== Tables ================================================================================ */

void sql_each_table(struct sql *sql,
                    void (*each)(void *context, const char *kind, const char *schema,
                                 const char *name),
                    void *context) {
    sqlite3_stmt *handle = NULL;
    static const char query[] =
        "SELECT type, schema, name FROM pragma_table_list WHERE name NOT LIKE 'sqlite\\_%' "
        "ESCAPE '\\' ORDER BY schema <> 'temp', schema, name";
    naming_make_all(sql);
    sql->guarded = false;
    if (sqlite.prepare_v2(sql->db, query, -1, &handle, NULL) == SQLITE_OK)
        while (sqlite.step(handle) == SQLITE_ROW)
            each(context,
                 strcmp((const char *)sqlite.column_text(handle, 0), "view") == 0 ? "view"
                                                                                  : "table",
                 (const char *)sqlite.column_text(handle, 1),
                 (const char *)sqlite.column_text(handle, 2));
    sqlite.finalize(handle);
    sql->guarded = true;
}
