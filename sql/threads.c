/* The threads that events name, found in one pass over all events. */
#include "sql/room.h"

#include "analyzers/time/threads.h"
#include "base/platform.h"

#include <stdlib.h>
#include <string.h>

#define LOOK 65536 /* rows between two looks at the clock; a power of two */

enum { THREAD, JAVA_ID, OS_ID, START, FIELDS };

struct thread_row {
    uint32_t name; /* number of names */
    int64_t java_id, os_id;
    uint64_t events;
    int64_t first_ns, last_ns; /* JFR_NULL_INT: none had a time */
};

struct named_threads {
    struct strings names;
    ARRAY(struct thread_row) rows;
    struct map by_content; /* hash -> row */
};

void named_threads_free(struct sql *sql) {
    struct named_threads *t = sql->threads;
    if (!t) return;
    strings_free(&t->names);
    array_free(&t->rows);
    map_free(&t->by_content);
    free(t);
    sql->threads = NULL;
}

static struct thread_row *row_of(struct named_threads *t, const char *name, int64_t java_id,
                                 int64_t os_id) {
    struct thread_row row = {.name = strings_intern(&t->names, name, strlen(name)),
                             .java_id = java_id,
                             .os_id = os_id,
                             .first_ns = JFR_NULL_INT,
                             .last_ns = JFR_NULL_INT};
    uint64_t key = map_mix(row.name ^ map_mix((uint64_t)java_id ^ map_mix((uint64_t)os_id)));
    for (;; key = map_next_key(key)) {
        bool fresh;
        uint64_t *index = map_put(&t->by_content, key, &fresh);
        if (fresh) {
            *index = t->rows.len;
            array_push(&t->rows, row);
        }
        struct thread_row *found = &t->rows.items[*index];
        if (found->name == row.name && found->java_id == java_id && found->os_id == os_id)
            return found;
    }
}

static void add_time(struct thread_row *row, int64_t ns) {
    row->events++;
    if (ns == JFR_NULL_INT) return;
    if (row->first_ns == JFR_NULL_INT || ns < row->first_ns) row->first_ns = ns;
    if (row->last_ns == JFR_NULL_INT || ns > row->last_ns) row->last_ns = ns;
}

static int64_t number_in(const struct jfr_rows *rows, const uint64_t *cells, size_t field) {
    return jfr_rows_kind(rows, field) == JFR_COLUMN_INT ? (int64_t)cells[field] : JFR_NULL_INT;
}

/* False: the statement has taken too long. */
static bool read_all(struct sql *sql, struct named_threads *t) {
    static const char *const paths[FIELDS] = {"eventThread", "eventThread.javaThreadId",
                                              "eventThread.osThreadId", "startTime"};
    unsigned flags = sql->options.raw_names ? JFR_ROWS_RAW_NAMES : 0U;
    uint64_t cells[FIELDS], last = JFR_NULL_ID, read = 0;
    struct jfr_rows *rows =
        jfr_rows_open(sql->tables, NULL, paths, FIELDS, flags | JFR_ROWS_STABLE, &sql->options.log);
    struct thread_row *row = NULL;
    bool fine = true;
    while (fine && jfr_rows_next(rows, cells)) {
        if ((++read & (LOOK - 1)) == 0) fine = sql_expired(sql) == SQLITE_OK;
        if (cells[THREAD] == JFR_NULL_ID || jfr_rows_kind(rows, THREAD) != JFR_COLUMN_THREAD)
            continue;
        int64_t java_id = number_in(rows, cells, JAVA_ID), os_id = number_in(rows, cells, OS_ID);
        bool same = row && cells[THREAD] == last && row->java_id == java_id && row->os_id == os_id;
        if (!same) row = row_of(t, jfr_rows_thread(rows, cells[THREAD]).name, java_id, os_id);
        last = cells[THREAD];
        add_time(row, number_in(rows, cells, START));
    }
    jfr_rows_close(rows);
    return fine;
}

static int compare_rows(const void *a, const void *b, void *context) {
    const struct thread_row *x = a, *y = b;
    const struct strings *names = context;
    int order = strcmp(strings_get(names, x->name), strings_get(names, y->name));
    if (order) return order;
    if (x->java_id != y->java_id) return x->java_id < y->java_id ? -1 : 1;
    return (x->os_id > y->os_id) - (x->os_id < y->os_id);
}

static size_t count_threads(struct sql *sql) {
    if (sql->threads) return sql->threads->rows.len;
    struct named_threads *t = sql->threads = mem_zero(1, sizeof *t);
    if (!read_all(sql, t)) {
        named_threads_free(sql);
        return 0;
    }
    platform_sort(t->rows.items, t->rows.len, sizeof *t->rows.items, compare_rows, &t->names);
    return t->rows.len;
}

static void put_number(sqlite3_context *context, int64_t number) {
    if (number != JFR_NULL_INT) sqlite.result_int64(context, number);
}

static void thread_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { NAME, POOL, JAVA, OS, EVENTS, FIRST, LAST };
    const struct named_threads *t = sql->threads;
    const struct thread_row *row = &t->rows.items[at];
    const char *name = strings_get(&t->names, row->name);
    struct text pool = {0};
    switch (column) {
    case NAME: sqlite.result_text(context, name, -1, SQLITE_TRANSIENT); break;
    case POOL:
        threads_add_pattern(&pool, name);
        sqlite.result_text(context, text_str(&pool), (int)pool.len, SQLITE_TRANSIENT);
        break;
    case JAVA: put_number(context, row->java_id); break;
    case OS: put_number(context, row->os_id); break;
    case EVENTS: sqlite.result_int64(context, (sqlite3_int64)row->events); break;
    case FIRST: put_number(context, row->first_ns); break;
    case LAST: put_number(context, row->last_ns); break;
    default: break;
    }
    text_free(&pool);
}

const struct list threads_list = {
    .name = "threads",
    .columns = "thread TEXT, pool TEXT, javaThreadId BIGINT, osThreadId BIGINT, events BIGINT, "
               "firstTime BIGINT, lastTime BIGINT",
    .count = count_threads,
    .value = thread_value,
};
