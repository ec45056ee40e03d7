/* jfr.so: the same tables within SQLite itself, and whatever loads it.
 *
 *   .load ./jfr
 *   SELECT jfr_open('rec.jfr');
 *   SELECT count(*) FROM jdk.GCPhasePause;
 */
#include "sql/room.h"

#include <stdio.h>

struct extension {
    struct sql sql; /* of the connection, which is SQLite's */
    struct text notes;
    size_t lost;
};

static void take_note(void *context, const struct jfr_note *note) {
    struct extension *e = context;
    if (e->lost++ == 0)
        text_addf(&e->notes, "%s%s%s", note->name ? note->name : "", note->name ? ": " : "",
                  note->text);
}

static void close_extension(void *context) {
    struct extension *e = context;
    database_free(&e->sql);
    text_free(&e->notes);
    free(e);
}

/* jfr_open(path, ...): how many event types there are now, and what was lost on the way. */
static void open_recordings(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct extension *e = sqlite.user_data(context);
    struct jfr_error error = {0};
    ARRAY(const char *) paths = {0};
    OWNED(text_free) struct text text = {0};
    if (e->sql.tables) {
        sqlite.result_error(context,
                            "recordings are open in this connection: give all of them to one "
                            "jfr_open('a.jfr', 'b.jfr')",
                            -1);
        return;
    }
    for (int i = 0; i < argc; i++) {
        const char *path = (const char *)sqlite.value_text(argv[i]);
        if (path) array_push(&paths, path);
    }
    const struct jfr_log log = {.note = take_note, .context = e};
    e->sql.tables = jfr_tables_open(paths.items, paths.len, &log, &error);
    array_free(&paths);
    if (!e->sql.tables) {
        sqlite.result_error(context, error.text, -1);
        return;
    }
    database_fill(&e->sql);
    text_add_number_of(&text, jfr_tables_count(e->sql.tables), "event type");
    if (e->lost) {
        text_add(&text, "; ");
        text_add_number_of(&text, e->lost, "note");
        text_addf(&text, ", first: %s", text_str(&e->notes));
    }
    sqlite.result_text(context, text_str(&text), (int)text.len, SQLITE_TRANSIENT);
}

JFR_API int sqlite3_jfr_init(sqlite3 *db, char **error, const sqlite3_api_routines *routines);

JFR_API int sqlite3_jfr_init(sqlite3 *db, char **error, const sqlite3_api_routines *routines) {
    const char *why;
    if (!sqlite_take(routines, &why)) {
        *error = routines->mprintf("%s", why);
        return SQLITE_ERROR;
    }
    struct extension *e = mem_zero(1, sizeof *e);
    e->sql.db = db;
    e->sql.options.index_bytes = SQL_INDEX_BYTES;
    int code = sqlite.create_function_v2(db, "jfr_open", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, e,
                                         open_recordings, NULL, NULL, close_extension);
    return code == SQLITE_OK ? database_register(&e->sql) : code;
}
