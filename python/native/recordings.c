#include "python/native/recordings.h"

#include "analyzers/events/expression.h"
#include "base/text.h"
#include "parser/arrow/arrow.h"
#include "parser/table/tables.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Python's interpreter lock is held by who waits for a stream: workers must not call back. So notes
 * are kept until somebody asks. */
struct notes {
    atomic_size_t others; /* streams that use it, besides the recordings */
    pthread_mutex_t lock;
    struct text lines;
};

struct recordings {
    struct jfr_tables *tables;
    struct notes *notes;
    uint64_t *counts;
    struct expression_times times; /* once they are needed: of the first and last chunk */
    bool has_times;
};

static void notes_leave(struct notes *notes) {
    if (atomic_fetch_sub(&notes->others, 1) != 0) return;
    text_free(&notes->lines);
    pthread_mutex_destroy(&notes->lock);
    free(notes);
}

static void take_note(void *context, const struct jfr_note *note) {
    struct notes *notes = context;
    pthread_mutex_lock(&notes->lock);
    if (note->name) text_addf(&notes->lines, "%s: ", note->name);
    text_addf(&notes->lines, "byte %llu: %s\n", (unsigned long long)note->offset, note->text);
    pthread_mutex_unlock(&notes->lock);
}

struct recordings *recordings_open(const char *const *paths, size_t count, char *error,
                                   size_t size) {
    struct recordings *r = mem_zero(1, sizeof *r);
    struct jfr_error failed;
    r->notes = mem_zero(1, sizeof *r->notes);
    pthread_mutex_init(&r->notes->lock, NULL);
    const struct jfr_log log = {.note = take_note, .context = r->notes};
    r->tables = jfr_tables_open(paths, count, &log, &failed);
    if (r->tables) return r;
    snprintf(error, size, "%s", failed.text);
    recordings_close(r);
    return NULL;
}

void recordings_close(struct recordings *r) {
    if (!r) return;
    jfr_tables_close(r->tables);
    notes_leave(r->notes);
    free(r->counts);
    free(r);
}

struct jfr_tables *recordings_tables(const struct recordings *r) {
    return r->tables;
}

static bool is_broken(const struct recordings *r, char *error, size_t size) {
    struct jfr_error why;
    if (!jfr_tables_error(r->tables, &why)) return false;
    snprintf(error, size, "%s", why.text);
    return true;
}

bool recordings_check(const struct recordings *r, char *error, size_t size) {
    tables_check(r->tables);
    return !is_broken(r, error, size);
}

const uint64_t *recordings_counts(struct recordings *r, char *error, size_t size) {
    size_t count = jfr_tables_count(r->tables);
    if (is_broken(r, error, size)) return NULL;
    if (r->counts) return r->counts;
    struct jfr_tally *tallies = mem_zero(count + 1, sizeof *tallies);
    jfr_tables_tally(r->tables, tallies);
    r->counts = mem_zero(count + 1, sizeof *r->counts);
    for (size_t i = 0; i < count; i++) r->counts[i] = tallies[i].count;
    free(tallies);
    return is_broken(r, error, size) ? NULL : r->counts;
}

char *recordings_notes(struct recordings *r) {
    pthread_mutex_lock(&r->notes->lock);
    char *lines = r->notes->lines.len ? mem_copy_text(text_str(&r->notes->lines)) : NULL;
    text_clear(&r->notes->lines);
    pthread_mutex_unlock(&r->notes->lock);
    return lines;
}

void recordings_free(char *text) {
    free(text);
}

/* ==== Conditions ============================================================================ */

struct condition { /* lives as long as its stream */
    char *source;
    struct expression *expression;
    ARRAY(struct expression_kind) kinds;
    ARRAY(const char *) paths;
    struct expression_times times;
    struct notes *notes; /* so that a stream's notes have a place when recordings are closed */
};

static void condition_free(void *context) {
    struct condition *c = context;
    expression_free(c->expression);
    array_free(&c->kinds);
    array_free(&c->paths);
    notes_leave(c->notes);
    free(c->source);
    free(c);
}

static void *condition_open(void *context, const struct things *things) {
    const struct condition *c = context;
    return expression_bind(c->expression, c->kinds.items, &c->times, things);
}

static bool condition_keep(void *state, const uint64_t *cells, bool is_new) {
    if (is_new) expression_forget(state);
    return expression_passes(state, cells);
}

static void condition_close(void *state) {
    expression_match_free(state);
}

/* "eventThread.javaName" is the thread itself: it compares as its name. */
static const struct jfr_column *column_of(const struct jfr_table *table, const char *field) {
    static const char name[] = ".javaName";
    size_t len = strlen(field), tail = sizeof name - 1;
    bool named = len > tail && strcmp(field + len - tail, name) == 0;
    for (size_t i = 0; i < jfr_table_columns(table); i++) {
        const struct jfr_column *column = jfr_table_column(table, i);
        if (strcmp(column->path, field) == 0 || strcmp(column->name, field) == 0) return column;
        if (named && column->kind == JFR_COLUMN_THREAD && strlen(column->path) == len - tail &&
            memcmp(column->path, field, len - tail) == 0)
            return column;
    }
    return NULL;
}

static void find_times(struct recordings *r) {
    struct jfr_chunks *chunks = r->has_times ? NULL : jfr_chunks_open(r->tables);
    struct expression_times *t = &r->times;
    for (const struct jfr_chunk *chunk; chunks && (chunk = jfr_chunks_next(chunks)) != NULL;) {
        int64_t end = jfr_chunk_end(chunk);
        if (!r->has_times || chunk->start_ns < t->start_ns) t->start_ns = chunk->start_ns;
        if (!r->has_times || end > t->end_ns) t->end_ns = end;
        r->has_times = true;
    }
    jfr_chunks_close(chunks);
}

static bool condition_fill(struct condition *c, struct recordings *r, const struct jfr_table *table,
                           char *error, size_t size) {
    struct expression_error wrong = {0};
    c->expression = expression_parse(c->source, &wrong);
    for (size_t i = 0; c->expression && i < expression_fields(c->expression); i++) {
        const char *field = expression_field(c->expression, i, &wrong.column);
        const struct jfr_column *column = column_of(table, field);
        if (!column) {
            snprintf(error, size, "%s has no column \"%s\" (where, column %zu)",
                     jfr_table_name(table), field, wrong.column + 1);
            return false;
        }
        array_push(&c->kinds, (struct expression_kind){column->kind, column->unit});
        array_push(&c->paths, column->path);
    }
    if (c->expression && expression_check(c->expression, c->kinds.items, &wrong)) {
        find_times(r);
        c->times = r->times;
        return !is_broken(r, error, size);
    }
    snprintf(error, size, "%s (where, column %zu)", wrong.text, wrong.column + 1);
    return false;
}

bool recordings_stream(struct recordings *r, const char *type, const char *const *names,
                       size_t count, const char *where, const struct jfr_arrow_options *options,
                       struct ArrowArrayStream *out, char *error, size_t size) {
    const struct jfr_table *table = jfr_tables_find(r->tables, type);
    const struct jfr_log log = {.note = take_note, .context = r->notes};
    struct jfr_error failed;
    if (!table) {
        snprintf(error, size, "no event type of the recording is called %s", type);
        return false;
    }
    struct condition *c = mem_zero(1, sizeof *c);
    c->notes = r->notes;
    atomic_fetch_add(&r->notes->others, 1);
    c->source = mem_copy_text(where ? where : "");
    if (where && !condition_fill(c, r, table, error, size)) {
        condition_free(c);
        return false;
    }
    struct arrow_filter filter = {.paths = c->paths.items,
                                  .count = c->paths.len,
                                  .context = c,
                                  .open = where ? condition_open : NULL,
                                  .keep = condition_keep,
                                  .close = condition_close};
    if (arrow_stream_make(r->tables, table, names, count, options, &filter, condition_free, &log,
                          out, &failed))
        return true;
    snprintf(error, size, "%s", failed.text);
    condition_free(c);
    return false;
}

/* ==== Capsules ============================================================================== */

static void *(*get_pointer)(void *capsule, const char *name);

void recordings_use_capsules(void *(*get)(void *capsule, const char *name)) {
    get_pointer = get;
}

void recordings_end_stream(void *capsule) {
    struct ArrowArrayStream *stream = get_pointer(capsule, "arrow_array_stream");
    if (stream && stream->release) stream->release(stream); /* nobody took it */
    free(stream);
}

void recordings_end_schema(void *capsule) {
    struct ArrowSchema *schema = get_pointer(capsule, "arrow_schema");
    if (schema && schema->release) schema->release(schema);
    free(schema);
}
