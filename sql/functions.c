/* Functions of SQL for what columns hold: times, sizes, names, stacks. */
#include "sql/room.h"

#include "analyzers/regex.h"
#include "analyzers/time/threads.h"
#include "base/secrets/secrets.h"
#include "base/units.h"

#include <stdio.h>

static struct sql *sql_of(sqlite3_context *context) {
    return sqlite.user_data(context);
}

static void give_text(sqlite3_context *context, struct text *text) {
    sqlite.result_text(context, text_str(text), (int)text->len, SQLITE_TRANSIENT);
    text_free(text);
}

static bool is_null(sqlite3_value *value) {
    return sqlite.value_type(value) == SQLITE_NULL;
}

/* ==== Times and sizes ======================================================================= */

static void in_units(sqlite3_context *context, sqlite3_value *value, double ns) {
    if (!is_null(value)) sqlite.result_double(context, sqlite.value_double(value) / ns);
}

static void to_ms(sqlite3_context *context, int argc, sqlite3_value **argv) {
    in_units(context, argv[0], 1e6);
}

static void to_us(sqlite3_context *context, int argc, sqlite3_value **argv) {
    in_units(context, argv[0], 1e3);
}

static void to_seconds(sqlite3_context *context, int argc, sqlite3_value **argv) {
    in_units(context, argv[0], 1e9);
}

static void to_duration(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[0])) return;
    int64_t ns = sqlite.value_int64(argv[0]);
    if (ns < 0) text_add_char(&text, '-');
    units_add_duration(&text, ns < 0 ? (ns == INT64_MIN ? INT64_MAX : -ns) : ns);
    give_text(context, &text);
}

static void to_bytes(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[0])) return;
    units_add_bytes(&text, sqlite.value_double(argv[0]));
    give_text(context, &text);
}

static void add_iso(struct text *out, int64_t ns) {
    int64_t rest = (ns % NS_PER_S + NS_PER_S) % NS_PER_S;
    if (units_add_date(out, ns, "%Y-%m-%dT%H:%M:%S")) text_addf(out, ".%09dZ", (int)rest);
}

/* Numbers are ns since the epoch; what else there may be is SQLite's own time(). */
static void to_time(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    sqlite3_stmt *statement = NULL;
    if (is_null(argv[0])) return;
    if (sqlite.value_type(argv[0]) != SQLITE_TEXT) {
        add_iso(&text, sqlite.value_int64(argv[0]));
        give_text(context, &text);
        return;
    }
    sqlite3 *db = sqlite.context_db_handle(context);
    if (sqlite.prepare_v2(db, "SELECT time(?, '+0 seconds')", -1, &statement, NULL) != SQLITE_OK)
        return;
    sqlite.bind_text(statement, 1, (const char *)sqlite.value_text(argv[0]), -1, SQLITE_TRANSIENT);
    if (sqlite.step(statement) == SQLITE_ROW)
        sqlite.result_text(context, (const char *)sqlite.column_text(statement, 0), -1,
                           SQLITE_TRANSIENT);
    sqlite.finalize(statement);
}

/* bucket(startTime, '10s'): when the step that it is in began. */
static void to_bucket(sqlite3_context *context, int argc, sqlite3_value **argv) {
    int64_t step = 0;
    if (is_null(argv[0])) return;
    const char *text = (const char *)sqlite.value_text(argv[1]);
    if (sqlite.value_type(argv[1]) == SQLITE_INTEGER) step = sqlite.value_int64(argv[1]);
    else if (text && !units_parse_duration(text, &step)) step = 0;
    if (step <= 0) {
        sqlite.result_error(context, "bucket(time, step): the step is a length as '10s', or ns",
                            -1);
        return;
    }
    int64_t ns = sqlite.value_int64(argv[0]), rest = ns % step;
    sqlite.result_int64(context, ns - (rest < 0 ? rest + step : rest));
}

/* ==== Names ================================================================================= */

/* The part of "a.b.C.m" before the last dot, or before the last but one. */
static void before_dot(sqlite3_context *context, sqlite3_value *value, int dots) {
    const char *name = (const char *)sqlite.value_text(value);
    size_t len = name ? strlen(name) : 0;
    if (!name) return;
    for (int i = 0; i < dots; i++) {
        while (len > 0 && name[len - 1] != '.') len--;
        if (len > 0) len--;
    }
    sqlite.result_text(context, name, (int)len, SQLITE_TRANSIENT);
}

static void class_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
    before_dot(context, argv[0], 1);
}

static void package_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
    before_dot(context, argv[0], 2);
}

static void pool_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    const char *name = (const char *)sqlite.value_text(argv[0]);
    if (!name) return;
    threads_add_pattern(&text, name);
    give_text(context, &text);
}

/* label('jdk.ThreadPark'): "Java Thread Park". */
static void label_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
    const char *name = (const char *)sqlite.value_text(argv[0]);
    const struct jfr_table *table = name ? sql_type_named(sql_of(context), name) : NULL;
    const char *label = table ? jfr_table_label(table) : NULL;
    if (label) sqlite.result_text(context, label, -1, SQLITE_TRANSIENT);
}

/* ==== Patterns ============================================================================== */

/* False: the pattern is none, which was said. */
static bool use_pattern(sqlite3_context *context, const char *pattern) {
    struct sql *sql = sql_of(context);
    struct jfr_error error = {0};
    if (sql->regex && strcmp(sql->regex_pattern, pattern) == 0) return true;
    regex_free(sql->regex);
    free(sql->regex_pattern);
    sql->regex_pattern = mem_copy_text(pattern);
    sql->regex = regex_compile(pattern, REGEX_PART, &error);
    if (!sql->matcher) sql->matcher = regex_matcher_open();
    if (!sql->regex) sqlite.result_error(context, error.text, -1);
    return sql->regex != NULL;
}

/* The pattern in use; -1: whether it matches is not known, and the statement fails. */
static int find(sqlite3_context *context, const char *text, size_t len) {
    struct sql *sql = sql_of(context);
    enum regex_found found = regex_try(sql->regex, sql->matcher, text, len);
    OWNED(text_free) struct text error = {0};
    if (found != REGEX_GAVE_UP) return found == REGEX_FOUND;
    text_addf(&error, "the regular expression '%.150s' takes too long on a text of %zu bytes",
              sql->regex_pattern, len);
    sqlite.result_error(context, text_str(&error), -1);
    return -1;
}

/* x REGEXP pattern is regexp(pattern, x). */
static void matches(sqlite3_context *context, int argc, sqlite3_value **argv) {
    const char *pattern = (const char *)sqlite.value_text(argv[0]),
               *text = (const char *)sqlite.value_text(argv[1]);
    if (!pattern || !text || !use_pattern(context, pattern)) return;
    size_t len = (size_t)sqlite.value_bytes(argv[1]);
    int found = find(context, text, len);
    if (found >= 0) sqlite.result_int64(context, found);
}

/* ==== Stacks ================================================================================ */

/* The recordings are read when the first stack is asked for. */
static void answer(sqlite3_context *context, bool found, struct text *text) {
    struct jfr_error error;
    if (jfr_tables_error(sql_of(context)->tables, &error)) {
        sqlite.result_error(context, error.text, -1);
        text_free(text);
    } else if (found) {
        give_text(context, text);
    }
}

static void stack_has(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct sql *sql = sql_of(context);
    const char *pattern = (const char *)sqlite.value_text(argv[1]);
    OWNED(text_free) struct text frame = {0};
    int found = 0;
    if (is_null(argv[0]) || !pattern || !use_pattern(context, pattern)) return;
    int64_t hash = sqlite.value_int64(argv[0]);
    for (int64_t i = 0; !found && stacks_add_frame(sql, hash, i, &frame); i++) {
        found = find(context, text_str(&frame), frame.len);
        text_clear(&frame);
    }
    if (found >= 0) sqlite.result_int64(context, found);
    answer(context, false, &frame);
}

static void collapsed(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[0])) return;
    bool found = stacks_add_collapsed(sql_of(context), sqlite.value_int64(argv[0]), &text);
    answer(context, found, &text);
}

static void frame(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[0]) || is_null(argv[1])) return;
    bool found = stacks_add_frame(sql_of(context), sqlite.value_int64(argv[0]),
                                  sqlite.value_int64(argv[1]), &text);
    answer(context, found, &text);
}

static void app_frame(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[0])) return;
    bool found = stacks_add_app_frame(sql_of(context), sqlite.value_int64(argv[0]), &text);
    answer(context, found, &text);
}

/* What a setting of that name is, or a text without one: without its secrets. */
static void masked(sqlite3_context *context, int argc, sqlite3_value **argv) {
    struct text text = {0};
    if (is_null(argv[1])) return;
    const char *name = is_null(argv[0]) ? NULL : (const char *)sqlite.value_text(argv[0]);
    const char *value = (const char *)sqlite.value_text(argv[1]);
    if (!value) return;
    secrets_add_value(name, value, &text);
    give_text(context, &text);
}

/* Of an event of jdk.ExecutionSample: its recording, chunk and state. */
static void clock_of(sqlite3_context *context, int argc, sqlite3_value **argv) {
    const char *recording = (const char *)sqlite.value_text(argv[0]);
    const char *state = (const char *)sqlite.value_text(argv[2]);
    uint64_t chunk = (uint64_t)sqlite.value_int64(argv[1]);
    if (recording)
        sqlite.result_text(context,
                           sql_clock(sql_of(context), recording, chunk, state ? state : ""), -1,
                           SQLITE_STATIC);
}

/* ==== Registering =========================================================================== */

int functions_register(struct sql *sql) {
    static const struct {
        const char *name;
        int arguments;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"us", 1, to_us},
        {"ms", 1, to_ms},
        {"seconds", 1, to_seconds},
        {"duration", 1, to_duration},
        {"bytes", 1, to_bytes},
        {"time", 1, to_time},
        {"bucket", 2, to_bucket},
        {"class", 1, class_of},
        {"package", 1, package_of},
        {"pool", 1, pool_of},
        {"label", 1, label_of},
        {"regexp", 2, matches},
        {"stack_has", 2, stack_has},
        {"collapsed", 1, collapsed},
        {"frame", 2, frame},
        {"app_frame", 1, app_frame},
        {"masked", 2, masked},
        {"clock", 3, clock_of},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        int code = sqlite.create_function_v2(sql->db, functions[i].name, functions[i].arguments,
                                             SQLITE_UTF8 | SQLITE_DETERMINISTIC, sql,
                                             functions[i].function, NULL, NULL, NULL);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
