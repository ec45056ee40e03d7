/* Recordings of com.acme.Order, whose fields differ from chunk to chunk, and tables that are read
 * of them. */
#pragma once

#include "analyzers/tables/table.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"

#include <check.h>
#include <stdio.h>

enum { ORDER = 300, TWIN };

/* ==== Recordings ============================================================================ */

/* What com.acme.Order is in a chunk: fields besides startTime. */
enum { WITH_SIZE = 1, WITH_NOTE = 2, SIZE_IS_REAL = 4, SIZE_IS_TEXT = 8, WITH_TWIN = 16 };

static inline void order_type(struct recording *r, uint64_t id, unsigned fields) {
    type_begin(r, id, "com.acme.Order", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    if (fields & WITH_NOTE) field(r, "note", TYPE_STRING, FIELD_PLAIN);
    uint64_t type = fields & SIZE_IS_REAL   ? TYPE_DOUBLE
                    : fields & SIZE_IS_TEXT ? TYPE_STRING
                                            : TYPE_LONG;
    if (fields & WITH_SIZE) field(r, "size", type, FIELD_PLAIN);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
}

static inline void begin(struct recording *r, unsigned fields) {
    chunk_begin(r, NULL);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    order_type(r, ORDER, fields);
    if (fields & WITH_TWIN) order_type(r, TWIN, WITH_SIZE);
    metadata_end(r);
}

static inline void order(struct recording *r, struct jvm *jvm, unsigned fields, int64_t ns,
                         int64_t size, const char *note) {
    char text[32];
    event_begin(r, ORDER);
    put_long(r, 1000 + ns);
    if (fields & WITH_NOTE) put_utf8(r, note);
    snprintf(text, sizeof text, "%d pieces", (int)size);
    if (fields & SIZE_IS_REAL) put_double(r, (double)size + 0.5);
    else if (fields & SIZE_IS_TEXT) put_utf8(r, text);
    else if (fields & WITH_SIZE) put_long(r, size);
    put_long(r, (int64_t)jvm_thread(jvm, note));
    put_long(r, (int64_t)jvm_stack(jvm, "com/acme/Shop.buy:12 com/acme/Shop.main"));
    event_end(r);
}

static inline void twin(struct recording *r, int64_t ns, int64_t size) {
    event_begin(r, TWIN);
    put_long(r, 1000 + ns), put_long(r, size), put_long(r, 0), put_long(r, 0);
    event_end(r);
}

static inline void end(struct recording *r, struct jvm *jvm) {
    jvm_pools(jvm, r);
    chunk_end(r);
    jvm_free(jvm);
}

/* A chunk with one order. */
static inline void one(struct recording *r, unsigned fields, int64_t ns, int64_t size,
                       const char *note) {
    struct jvm jvm = {0};
    begin(r, fields);
    order(r, &jvm, fields, ns, size, note);
    end(r, &jvm);
}

/* ==== Reading =============================================================================== */

struct fixture {
    struct walk_run run;
    struct scan_report report;
    const struct tables *tables;
};

/* Reads what two users wish for; the second may be NULL. */
static inline void read_for_two(struct fixture *f, const struct recording *recordings, size_t count,
                                const struct wishes *wishes, const struct wishes *theirs,
                                unsigned jobs) {
    struct memory_file files[8];
    const char *paths[8];
    for (size_t i = 0; i < count; i++) {
        files[i] = memory_file_make(recordings[i].out.data, recordings[i].out.len);
        paths[i] = files[i].path;
    }
    struct scan_options scan = {.paths = paths, .path_count = count, .jobs = jobs};
    *f = (struct fixture){0};
    walk_join(&f->run, &tables_reader, wishes);
    walk_join(&f->run, &tables_reader, theirs);
    walk_start(&f->run, &scan, &f->report);
    f->tables = walk_result(&f->run, &tables_reader);
    for (size_t i = 0; i < count; i++) memory_file_close(&files[i]);
}

static inline void read_recordings(struct fixture *f, const struct recording *recordings,
                                   size_t count, const struct wishes *wishes, unsigned jobs) {
    read_for_two(f, recordings, count, wishes, NULL, jobs);
}

static inline void done(struct fixture *f) {
    walk_run_free(&f->run);
    scan_report_free(&f->report);
}

static inline const char *text(const struct fixture *f, const struct event_table *t, size_t column,
                               size_t row) {
    uint32_t id = event_table_id(t, column, row);
    return id == JFR_NULL_ID ? "null" : strings_get(&f->tables->things.texts, id);
}

/* All of a table as text, to compare. */
static inline void write_table(const struct fixture *f, const struct event_table *t,
                               struct text *out) {
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t i = 0; i < t->column_count; i++) {
            uint32_t id = event_table_id(t, i, row);
            const struct things *things = &f->tables->things;
            switch (t->columns[i].kind) {
            case JFR_COLUMN_TEXT: text_addf(out, " %s", text(f, t, i, row)); break;
            case JFR_COLUMN_REAL: text_addf(out, " %g", event_table_real(t, i, row)); break;
            case JFR_COLUMN_THREAD:
                text_addf(out, " %s", strings_get(&things->texts, things->threads.items[id].name));
                break;
            case JFR_COLUMN_STACK:
                text_addf(out, " %llx", (unsigned long long)things->stacks.items[id].hash);
                break;
            default: text_addf(out, " %lld", (long long)event_table_int(t, i, row));
            }
        }
        text_add_char(out, '\n');
    }
}
