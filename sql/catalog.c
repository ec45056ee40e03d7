/* What the recordings are made of: recordings, chunks, event types and their columns. */
#include "sql/room.h"

#include <stdio.h>

struct chunk_row {
    uint32_t recording; /* number of sql->names */
    uint32_t major, minor;
    uint64_t offset, size;
    int64_t start_ns, end_ns;
    bool unfinished;
};

struct recording_row {
    uint32_t name;
    uint64_t chunks, size;
    int64_t start_ns, end_ns;
};

struct column_row {
    size_t table, column;
};

struct catalog {
    bool has_chunks;
    ARRAY(struct chunk_row) chunks;
    ARRAY(struct recording_row) recordings;
    ARRAY(struct column_row) columns;
};

static struct catalog *catalog_of(struct sql *sql) {
    if (!sql->catalog) sql->catalog = mem_zero(1, sizeof *sql->catalog);
    return sql->catalog;
}

void catalog_free(struct sql *sql) {
    if (!sql->catalog) return;
    arrays_free(&sql->catalog->chunks, &sql->catalog->recordings, &sql->catalog->columns);
    free(sql->catalog);
    sql->catalog = NULL;
}

static void put_text(sqlite3_context *context, const char *text) {
    if (text) sqlite.result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void put_count(sqlite3_context *context, uint64_t n) {
    sqlite.result_int64(context, (sqlite3_int64)n);
}

/* ==== Chunks and recordings ================================================================= */

static void add_chunk(struct catalog *c, uint32_t name, const struct jfr_chunk *chunk) {
    struct chunk_row row = {.recording = name,
                            .major = chunk->major,
                            .minor = chunk->minor,
                            .offset = chunk->offset,
                            .size = chunk->size,
                            .start_ns = chunk->start_ns,
                            .end_ns = jfr_chunk_end(chunk),
                            .unfinished = chunk->unfinished};
    array_push(&c->chunks, row);
    struct recording_row *last =
        c->recordings.len ? &c->recordings.items[c->recordings.len - 1] : NULL;
    if (!last || last->name != name) {
        array_push(
            &c->recordings,
            (struct recording_row){.name = name, .start_ns = row.start_ns, .end_ns = row.end_ns});
        last = &c->recordings.items[c->recordings.len - 1];
    }
    last->chunks++;
    last->size += row.size;
    if (row.start_ns < last->start_ns) last->start_ns = row.start_ns;
    if (row.end_ns > last->end_ns) last->end_ns = row.end_ns;
}

static struct catalog *with_chunks(struct sql *sql) {
    struct catalog *c = catalog_of(sql);
    if (c->has_chunks) return c;
    c->has_chunks = true;
    struct jfr_chunks *chunks = jfr_chunks_open(sql->tables);
    for (const struct jfr_chunk *chunk; (chunk = jfr_chunks_next(chunks)) != NULL;)
        add_chunk(c, strings_add(&sql->names, chunk->name), chunk);
    jfr_chunks_close(chunks);
    return c;
}

static size_t count_chunks(struct sql *sql) {
    return with_chunks(sql)->chunks.len;
}

static void chunk_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { RECORDING, CHUNK, SIZE, START, END, DURATION, VERSION, FINISHED };
    const struct chunk_row *row = &sql->catalog->chunks.items[at];
    char version[32];
    switch (column) {
    case RECORDING: put_text(context, strings_get(&sql->names, row->recording)); break;
    case CHUNK: put_count(context, row->offset); break;
    case SIZE: put_count(context, row->size); break;
    case START: sqlite.result_int64(context, row->start_ns); break;
    case END: sqlite.result_int64(context, row->end_ns); break;
    case DURATION: sqlite.result_int64(context, row->end_ns - row->start_ns); break;
    case VERSION:
        snprintf(version, sizeof version, "%u.%u", row->major, row->minor);
        put_text(context, version);
        break;
    case FINISHED: sqlite.result_int64(context, !row->unfinished); break;
    default: break;
    }
}

static size_t count_recordings(struct sql *sql) {
    return with_chunks(sql)->recordings.len;
}

static void recording_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { RECORDING, CHUNKS, SIZE, START, END, DURATION };
    const struct recording_row *row = &sql->catalog->recordings.items[at];
    switch (column) {
    case RECORDING: put_text(context, strings_get(&sql->names, row->name)); break;
    case CHUNKS: put_count(context, row->chunks); break;
    case SIZE: put_count(context, row->size); break;
    case START: sqlite.result_int64(context, row->start_ns); break;
    case END: sqlite.result_int64(context, row->end_ns); break;
    case DURATION: sqlite.result_int64(context, row->end_ns - row->start_ns); break;
    default: break;
    }
}

/* ==== Event types and columns =============================================================== */

static size_t count_types(struct sql *sql) {
    return jfr_tables_count(sql->tables);
}

static void type_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { TYPE, LABEL, COUNT, BYTES };
    const struct jfr_table *table = jfr_tables_at(sql->tables, at);
    switch (column) {
    case TYPE: put_text(context, jfr_table_name(table)); break;
    case LABEL: put_text(context, jfr_table_label(table)); break;
    case COUNT: put_count(context, sql_counts(sql)[at]); break;
    case BYTES:
        sql_counts(sql);
        put_count(context, sql->bytes[at]);
        break;
    default: break;
    }
}

static size_t count_columns(struct sql *sql) {
    struct catalog *c = catalog_of(sql);
    if (c->columns.len) return c->columns.len;
    for (size_t i = 0; i < jfr_tables_count(sql->tables); i++)
        for (size_t k = 0; k < jfr_table_columns(jfr_tables_at(sql->tables, i)); k++)
            array_push(&c->columns, (struct column_row){i, k});
    return c->columns.len;
}

static void column_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { TYPE, NAME, PATH, KIND, UNIT };
    static const char *const kinds[] = {
        [JFR_COLUMN_NONE] = "none",   [JFR_COLUMN_BOOLEAN] = "boolean",
        [JFR_COLUMN_INT] = "integer", [JFR_COLUMN_REAL] = "real",
        [JFR_COLUMN_TEXT] = "text",   [JFR_COLUMN_THREAD] = "thread",
        [JFR_COLUMN_STACK] = "stack", [JFR_COLUMN_UNSIGNED] = "unsigned"};
    const struct column_row *row = &sql->catalog->columns.items[at];
    const struct jfr_table *table = jfr_tables_at(sql->tables, row->table);
    const struct jfr_column *c = jfr_table_column(table, row->column);
    switch (column) {
    case TYPE: put_text(context, jfr_table_name(table)); break;
    case NAME: put_text(context, c->name); break;
    case PATH: put_text(context, c->path); break;
    case KIND:
        put_text(context, c->kind < sizeof kinds / sizeof *kinds ? kinds[c->kind] : NULL);
        break;
    case UNIT:
        put_text(context, c->unit == JFR_UNIT_NS_TIME ? "ns since 1970" : jfr_unit_name(c->unit));
        break;
    default: break;
    }
}

const struct list catalog_lists[] = {
    {"events", "type TEXT, label TEXT, count BIGINT, bytes BYTES", count_types, type_value, NULL},
    {"columns", "type TEXT, name TEXT, path TEXT, kind TEXT, unit TEXT", count_columns,
     column_value, NULL},
    {"recordings",
     "recording TEXT, chunks BIGINT, size BYTES, startTime TIMESTAMP, endTime TIMESTAMP, duration "
     "DURATION",
     count_recordings, recording_value, NULL},
    {"chunks",
     "recording TEXT, chunk BIGINT, size BYTES, startTime TIMESTAMP, endTime TIMESTAMP, duration "
     "DURATION, version TEXT, finished BOOLEAN",
     count_chunks, chunk_value, NULL},
};
const size_t catalog_count = sizeof catalog_lists / sizeof *catalog_lists;
