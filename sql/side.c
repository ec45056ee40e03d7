/* Chunks read side by side, as far as that is the same for all who do it. */
#include "sql/room.h"

#include "parser/table/heads.h"

int sql_check(const struct sql *sql, sqlite3_vtab *vtab) {
    struct jfr_error error;
    if (!jfr_tables_error(sql->tables, &error)) return SQLITE_OK;
    sqlite.free(vtab->zErrMsg);
    vtab->zErrMsg = sqlite.mprintf("%s", error.text);
    return SQLITE_ERROR;
}

void sql_ranges_open(struct sql *sql, struct ranges *ranges) {
    ranges_open(ranges, sql->tables,
                &(struct ranges_options){.threads = sql->options.jobs,
                                         .least_size = sql->options.range_size,
                                         .log = sql->options.log});
}

struct reading {
    struct sql *sql;
    size_t threads;
    unsigned flags;
    bool (*read)(void *context, struct heads *heads, size_t number);
    void *context;
};

struct worker {
    struct reading *reading;
    struct heads *heads;
    struct places places;
};

static void *open_worker(void *context, const struct jfr_log *log) {
    struct reading *r = context;
    struct worker *w = mem_zero(1, sizeof *w);
    w->reading = r;
    w->heads = heads_open(r->sql->tables, r->flags, log);
    w->places = places_part(&r->sql->places, r->threads);
    if (r->sql->owned) heads_use_places(w->heads, &w->places);
    return w;
}

static bool read_range(void *worker, size_t number, struct chunks_range chunks) {
    struct worker *w = worker;
    heads_use_range(w->heads, chunks);
    return w->reading->read(w->reading->context, w->heads, number);
}

static void close_worker(void *worker) {
    struct worker *w = worker;
    heads_close(w->heads);
    places_join(&w->reading->sql->places, &w->places);
    free(w);
}

bool sql_read_heads(struct sql *sql, struct ranges *ranges, unsigned flags,
                    bool (*read)(void *context, struct heads *heads, size_t number),
                    void *context) {
    struct reading reading = {sql, ranges->threads, flags, read, context};
    bool fine = ranges_read(ranges, &(struct ranges_work){.context = &reading,
                                                          .open = open_worker,
                                                          .read = read_range,
                                                          .close = close_worker});
    ranges_tell(ranges);
    if (!fine) sql_expired(sql);
    return fine;
}
