/* The connection: what the tables are called, and what statements may do. */
#include "sql/gathered.h"
#include "sql/room.h"

#include "analyzers/regex.h"
#include "analyzers/tables/kinds.h"
#include "parser/table/tables.h"

#include <stdio.h>

/* Of SQLite's machine, between two looks at the clock: each may make a text of SQL_LONGEST. */
#define LOOK_STEPS 100

int sql_run(struct sql *sql, char *statement) {
    bool guarded = sql->guarded;
    sql->guarded = false;
    int code = statement ? sqlite.exec(sql->db, statement, NULL, NULL, NULL) : SQLITE_NOMEM;
    sql->guarded = guarded;
    sqlite.free(statement);
    return code;
}

/* ==== Views ================================================================================= */

#define CPU_SAMPLES "cpuSamples"

struct sample_type {
    const char *type, *value;
    const char *weight; /* how many samples an event is; NULL: one */
    const char *clock;  /* of jdk.ExecutionSample alone */
    bool beside;        /* the one before it does not keep it out */
};

/* The types of the default rule, the first that occurs alone; see docs/cli.md. */
static const struct sample_type sample_types[] = {
    {.type = "jdk.ExecutionSample", .clock = "cpu"},
    {.type = "jdk.CPUTimeSample", .value = "samplingPeriod"},
    {.type = "profiler.WallClockSample", .weight = "samples"},
    {.type = "jdk.ExecutionSample", .clock = "wall", .beside = true},
    {.type = "datadog.ExecutionSample"},
    {.type = "datadog.MethodSample"},
    {.type = "jdk.NativeMethodSample"}};

struct samples { /* the view's text as it grows */
    struct text selects;
    struct text before; /* conditions: none of the types before occurs */
    struct text these;  /* those of the last one, and what stands beside it */
};

/* What is asked of rows of the type: "FROM jdk.ExecutionSample WHERE ...". */
static void add_source(const struct sample_type *of, bool clocks, const char *condition,
                       struct text *out) {
    const char *dot = strrchr(of->type, '.') + 1;
    text_addf(out, "FROM %.*s.%s", (int)(dot - of->type - 1), of->type, dot);
    if (of->clock && clocks)
        text_addf(out, " WHERE clock(recording, chunk, state) = '%s'", of->clock);
    if (*condition) text_addf(out, " %s %s", of->clock && clocks ? "AND" : "WHERE", condition);
}

/* One SELECT of the view of samples, of a type that the recordings have. */
static void add_samples_of(struct sql *sql, const struct sample_type *of, bool clocks,
                           struct samples *s) {
    const struct jfr_table *table = jfr_tables_find(sql->tables, of->type);
    const char *thread = NULL, *state = "NULL", *worth = "NULL", *weight = "1";
    bool stack = false, wall = of->clock && strcmp(of->clock, "wall") == 0;
    for (size_t i = 0; table && i < jfr_table_columns(table); i++) {
        const char *name = jfr_table_column(table, i)->name;
        if (!thread && (strcmp(name, "sampledThread") == 0 || strcmp(name, "eventThread") == 0))
            thread = name;
        if (strcmp(name, "state") == 0) state = name;
        if (of->value && strcmp(name, of->value) == 0) worth = name;
        if (of->weight && strcmp(name, of->weight) == 0) weight = name;
        if (strcmp(name, "stackTrace") == 0) stack = true;
    }
    if (!of->beside) {
        text_addf(&s->before, "%s%s", s->before.len && s->these.len ? " AND " : "",
                  text_str(&s->these));
        text_clear(&s->these);
    }
    if (!table || !stack || !thread || (wall && !clocks)) return;
    text_addf(&s->selects,
              "%sSELECT startTime AS time, %s AS thread, pool(%s) AS pool, %s AS state, "
              "stackTrace_top AS method, class(stackTrace_top) AS class, package(stackTrace_top) "
              "AS package, stackTrace_line AS line, stackTrace AS stack, stackTrace_app AS app, "
              "'%s' AS event, %s AS value, %s AS weight, recording ",
              s->selects.len ? " UNION ALL " : "", thread, thread, state,
              wall ? KIND_WALL_EVENT : of->type, worth, weight);
    add_source(of, clocks, text_str(&s->before), &s->selects);
    text_addf(&s->these, "%sNOT EXISTS (SELECT 1 ", s->these.len ? " AND " : "");
    add_source(of, clocks, "", &s->these);
    text_add_char(&s->these, ')');
}

static void add_samples(struct sql *sql) {
    bool clocks = sql_clocks_differ(sql);
    struct samples s = {0};
    for (size_t i = 0; i < sizeof sample_types / sizeof *sample_types; i++)
        add_samples_of(sql, &sample_types[i], clocks, &s);
    if (!s.selects.len)
        text_add(&s.selects,
                 "SELECT NULL AS time, NULL AS thread, NULL AS pool, NULL AS state, NULL AS "
                 "method, NULL AS class, NULL AS package, NULL AS line, NULL AS stack, NULL AS "
                 "app, NULL AS event, NULL AS value, NULL AS weight, NULL AS recording WHERE 0");
    sql_run(sql, sqlite.mprintf("CREATE TEMP VIEW samples AS %s", text_str(&s.selects)));
    text_clear(&s.selects);
    add_source(&sample_types[0], clocks, "", &s.selects);
    if (jfr_tables_find(sql->tables, sample_types[0].type))
        sql_run(sql, sqlite.mprintf("CREATE TEMP VIEW " CPU_SAMPLES " AS SELECT * %s",
                                    text_str(&s.selects)));
    free_each(text_free, &s.selects, &s.before, &s.these);
}

static void add_views(struct sql *sql) {
    add_samples(sql);
    if (jfr_tables_find(sql->tables, "jdk.ActiveSetting"))
        sql_run(sql, sqlite.mprintf("CREATE TEMP VIEW settings AS SELECT event, name, value, "
                                    "startTime, recording FROM jdk.ActiveSetting"));
    else
        sql_run(sql,
                sqlite.mprintf("CREATE TEMP VIEW settings AS SELECT NULL AS event, NULL AS name, "
                               "NULL AS value, NULL AS startTime, NULL AS recording WHERE 0"));
}

/* ==== Filling =============================================================================== */

int database_fill(struct sql *sql) {
    naming_plan(sql);
    add_views(sql);
    return SQLITE_OK;
}

int database_register(struct sql *sql) {
    int code = sqlite.create_module_v2(sql->db, "jfr_events", &events_module, sql, NULL);
    if (code == SQLITE_OK)
        code = sqlite.create_module_v2(sql->db, "jfr_gathered", &gathered_module, sql, NULL);
    if (code == SQLITE_OK)
        code = sqlite.create_module_v2(sql->db, "jfr_list", &list_module, sql, NULL);
    if (code == SQLITE_OK) code = functions_register(sql);
    if (code == SQLITE_OK) code = aggregates_register(sql);
    return code;
}

/* ==== What statements may do ================================================================ */

static bool is_allowed_pragma(const char *name) {
    static const char *const names[] = {"table_info", "table_xinfo", "table_list", "function_list",
                                        "database_list"};
    return some_of(i, COUNT_OF(names), strcasecmp(name, names[i]) == 0);
}

/* Anything that is not reading is refused, by its kind: what a later SQLite brings, too. */
static int authorize(void *context, int action, const char *a, const char *b, const char *schema,
                     const char *trigger) {
    struct sql *sql = context;
    if (!sql->guarded) return SQLITE_OK;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_UPDATE: /* of the declaration of a table-valued function; users may not anyway */
        if (a && strcmp(a, "sqlite_master") == 0) return SQLITE_OK;
        break;
    case SQLITE_FUNCTION:
        if (b && strcasecmp(b, "load_extension") != 0) return SQLITE_OK;
        break;
    case SQLITE_PRAGMA:
        if (a && is_allowed_pragma(a)) return SQLITE_OK;
        break;
    default: break;
    }
    text_clear(&sql->denied);
    text_add(&sql->denied,
             action == SQLITE_ATTACH || action == SQLITE_DETACH
                 ? "files are not attached: statements see the recordings that were given, no more"
             : action == SQLITE_FUNCTION || action == SQLITE_PRAGMA
                 ? "this could reach beyond the recordings and is refused"
                 : "recordings are only read: this statement would write");
    return SQLITE_DENY;
}

static int look_at_clock(void *context) {
    return sql_expired(context) != SQLITE_OK;
}

/* ==== Opening =============================================================================== */

const char *sql_library(void) {
    const char *why;
    return sqlite_load(&why) ? sqlite.libversion() : why;
}

static struct sql *fail(struct sql *sql, struct jfr_error *error, const char *why) {
    error->code = JFR_UNSUPPORTED;
    snprintf(error->text, sizeof error->text, "%s", why);
    sql_close(sql);
    return NULL;
}

struct sql *sql_open(const char *const *paths, size_t count, const struct sql_options *options,
                     struct jfr_error *error) {
    const char *why;
    struct sql *sql = mem_zero(1, sizeof *sql);
    sql->owned = true;
    sql->options = *options;
    if (!sql->options.index_bytes) sql->options.index_bytes = SQL_INDEX_BYTES;
    sql->places.most = sql->options.index_bytes / 8;
    if (!sqlite_load(&why)) return fail(sql, error, why);
    sql->tables = tables_open_share(paths, count, sql->options.share, &sql->options.log, error);
    if (!sql->tables) {
        sql_close(sql);
        return NULL;
    }
    if (options->once) tables_hold(sql->tables);
    if (sqlite.open_v2(":memory:", &sql->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
            SQLITE_OK ||
        database_register(sql) != SQLITE_OK)
        return fail(sql, error, sql->db ? sqlite.errmsg(sql->db) : "SQLite does not start");
    database_fill(sql);
    /* A mistyped "column" is an error, and no text. */
    sqlite.db_config(sql->db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    sqlite.limit(sql->db, SQLITE_LIMIT_LENGTH, SQL_LONGEST);
    if (options->memory_bytes) sqlite.hard_heap_limit64((sqlite3_int64)options->memory_bytes);
    sqlite.set_authorizer(sql->db, authorize, sql);
    sqlite.progress_handler(sql->db, LOOK_STEPS, look_at_clock, sql);
    sql->guarded = true;
    return sql;
}

void database_free(struct sql *sql) {
    copies_forget(sql);
    places_free(&sql->places);
    stacks_free(sql);
    catalog_free(sql);
    named_threads_free(sql);
    extent_free(sql);
    clocks_free(sql);
    jfr_tables_close(sql->tables);
    strings_free(&sql->names);
    map_free(&sql->chunks);
    arrays_free(&sql->copies, &sql->gathered, &sql->kept_rows, &sql->kept_values, &sql->lists);
    naming_free(sql);
    mem_free(sql->counts, sql->bytes);
    text_free(&sql->denied);
    regex_free(sql->regex);
    regex_matcher_close(sql->matcher);
    free(sql->regex_pattern);
}

void sql_close(struct sql *sql) {
    if (!sql) return;
    if (sql->db) gathered_forget(sql);
    if (sql->db) sqlite.close(sql->db);
    database_free(sql);
    free(sql);
}

const struct jfr_tables *sql_tables(const struct sql *sql) {
    return sql->tables;
}
