/* The threads that events name, found in one pass over all events. */
#include "sql/room.h"

#include "analyzers/time/threads.h"
#include "base/order.h"
#include "base/platform.h"
#include "parser/table/heads.h"

#define LOOK 65536 /* rows between two looks at the clock; a power of two */

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

static void free_content(struct named_threads *t) {
    strings_free(&t->names);
    array_free(&t->rows);
    map_free(&t->by_content);
}

void named_threads_free(struct sql *sql) {
    if (!sql->threads) return;
    free_content(sql->threads);
    free(sql->threads);
    sql->threads = NULL;
}

static bool is_thread(const void *row, const void *content) {
    const struct thread_row *a = row, *b = content;
    return a->name == b->name && a->java_id == b->java_id && a->os_id == b->os_id;
}

static struct thread_row *row_of(struct named_threads *t, const char *name, int64_t java_id,
                                 int64_t os_id) {
    struct thread_row row = {.name = strings_add(&t->names, name),
                             .java_id = java_id,
                             .os_id = os_id,
                             .first_ns = JFR_NULL_INT,
                             .last_ns = JFR_NULL_INT};
    uint64_t key = map_mix(row.name ^ map_mix((uint64_t)java_id ^ map_mix((uint64_t)os_id)));
    uint32_t index = map_intern(&t->by_content, key, is_thread, &t->rows, &row);
    return &t->rows.items[index];
}

static void add_time(int64_t ns, int64_t *first_ns, int64_t *last_ns) {
    if (ns == JFR_NULL_INT) return;
    if (*first_ns == JFR_NULL_INT || ns < *first_ns) *first_ns = ns;
    if (*last_ns == JFR_NULL_INT || ns > *last_ns) *last_ns = ns;
}

/* ==== A chunk =============================================================================== */

struct seen {                  /* a thread of the chunk at hand, by its key */
    struct heads_thread run;   /* first > last: none has ticks */
    struct jfr_event event;    /* one that names it */
    int64_t first_ns, last_ns; /* of those that have no ticks */
};

struct chunk_threads {
    ARRAY(struct seen) seen;
    struct map by_key;
};

static struct seen *seen_of(struct chunk_threads *c, const struct head *head) {
    size_t index = map_number(&c->by_key, head->thread, c->seen.len);
    if (index == c->seen.len)
        array_push(
            &c->seen,
            (struct seen){.run = {.key = head->thread, .first = INT64_MAX, .last = INT64_MIN},
                          .event = *head->event,
                          .first_ns = JFR_NULL_INT,
                          .last_ns = JFR_NULL_INT});
    return &c->seen.items[index];
}

/* False: the statement has taken too long. */
static bool read_chunk(const struct sql *sql, struct heads *heads, struct chunk_threads *c) {
    struct seen *at = NULL;
    struct head head;
    uint64_t read = 0;
    c->seen.len = 0;
    map_clear(&c->by_key);
    while (heads_next_thread(heads, at ? &at->run : NULL, &head)) {
        if ((++read & (LOOK - 1)) == 0 && sql_is_late(sql)) return false;
        at = seen_of(c, &head);
        at->run.events++;
        if (head.ticks) heads_add_start(&at->run, head.start);
        else add_time(heads_start_ns(heads, &head), &at->first_ns, &at->last_ns);
    }
    return !sql_is_late(sql);
}

static int64_t number_of(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_INT ? (int64_t)cell : JFR_NULL_INT;
}

/* What the thread is called: the same in all chunks, as its key is not. */
static void add_seen(const struct sql *sql, struct named_threads *t, struct heads *heads,
                     const struct seen *seen) {
    enum { NAME, JAVA_ID, OS_ID, FIELDS };
    static const char *const paths[FIELDS] = {"eventThread", "eventThread.javaThreadId",
                                              "eventThread.osThreadId"};
    enum jfr_column_kind kinds[FIELDS];
    uint64_t cells[FIELDS];
    if (!heads_cells(heads, &seen->event, paths, FIELDS, sql->options.raw_names, cells, kinds))
        return;
    if (kinds[NAME] != JFR_COLUMN_THREAD || cells[NAME] == JFR_NULL_ID) return;
    const struct things *things = heads_things(heads);
    const char *name = strings_get(&things->texts, things->threads.items[cells[NAME]].name);
    struct thread_row *row = row_of(t, name, number_of(kinds[JAVA_ID], cells[JAVA_ID]),
                                    number_of(kinds[OS_ID], cells[OS_ID]));
    row->events += seen->run.events;
    add_time(seen->first_ns, &row->first_ns, &row->last_ns);
    add_time(seen->last_ns, &row->first_ns, &row->last_ns);
    if (seen->run.first > seen->run.last) return;
    const struct jfr_chunk *chunk = heads_chunk(heads);
    add_time(jfr_chunk_time(chunk, seen->run.first), &row->first_ns, &row->last_ns);
    add_time(jfr_chunk_time(chunk, seen->run.last), &row->first_ns, &row->last_ns);
}

struct ranges_threads {
    const struct sql *sql;
    struct named_threads *parts; /* by range */
};

/* False: the statement has taken too long. */
static bool read_range(void *context, struct heads *heads, size_t number) {
    const struct ranges_threads *r = context;
    struct chunk_threads chunk = {0};
    bool fine = true;
    while (fine && heads_next_chunk(heads)) {
        fine = read_chunk(r->sql, heads, &chunk);
        for (size_t i = 0; fine && i < chunk.seen.len; i++)
            add_seen(r->sql, &r->parts[number], heads, &chunk.seen.items[i]);
    }
    array_free(&chunk.seen);
    map_free(&chunk.by_key);
    return fine;
}

static void join(struct named_threads *t, const struct named_threads *part) {
    EACH (const struct thread_row, from, &part->rows) {
        const char *name = strings_get(&part->names, from->name);
        struct thread_row *row = row_of(t, name, from->java_id, from->os_id);
        row->events += from->events;
        add_time(from->first_ns, &row->first_ns, &row->last_ns);
        add_time(from->last_ns, &row->first_ns, &row->last_ns);
    }
}

static bool read_all(struct sql *sql, struct named_threads *t) {
    struct ranges_threads r = {.sql = sql};
    struct ranges ranges;
    sql_ranges_open(sql, &ranges);
    r.parts = mem_zero(ranges.len, sizeof *r.parts);
    bool fine = sql_read_heads(sql, &ranges, HEADS_THREAD, read_range, &r);
    for (size_t i = 0; i < ranges.len; i++) {
        if (fine) join(t, &r.parts[i]);
        free_content(&r.parts[i]);
    }
    ranges_close(&ranges);
    free(r.parts);
    return fine;
}

/* ==== The table ============================================================================= */

ORDERED_IN(compare_rows, struct thread_row,
           strcmp(strings_get(context, x->name), strings_get(context, y->name)), RISING(java_id),
           RISING(os_id))

static size_t count_threads(struct sql *sql) {
    if (sql->threads) return sql->threads->rows.len;
    struct named_threads *t = sql->threads = mem_zero(1, sizeof *t);
    if (!read_all(sql, t)) {
        named_threads_free(sql);
        return 0;
    }
    array_sort_with(&t->rows, compare_rows, &t->names);
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
    OWNED(text_free) struct text pool = {0};
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
}

const struct list threads_list = {
    .name = "threads",
    .columns = "thread TEXT, pool TEXT, javaThreadId BIGINT, osThreadId BIGINT, events BIGINT, "
               "firstTime BIGINT, lastTime BIGINT",
    .count = count_threads,
    .value = thread_value,
};
