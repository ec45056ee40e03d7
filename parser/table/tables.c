#include "parser/table/tables.h"
#include "base/posix.h"

#include "base/search.h"
#include "parser/input/input.h"
#include "parser/seen.h"
#include "parser/wire.h"

#include <string.h>

#define MOST_HELD 16 /* segments: mappings are few in a process */

/* ==== Notes ================================================================================= */

static void pass_note(void *context, const struct jfr_note *note) {
    const struct tables_log *to = context;
    struct jfr_note named = *note;
    named.name = to->name;
    if (to->log && to->log->note) to->log->note(to->log->context, &named);
}

struct jfr_log tables_log_of(struct tables_log *to) {
    return (struct jfr_log){.note = pass_note, .context = to};
}

/* ==== Opening =============================================================================== */

struct opening {
    struct jfr_tables *tables;
    struct jfr_input *input;
    struct input_share share;
    struct jfr_metadata *metadata; /* kept for the next chunk */
    struct seen seen;
};

static bool is_duplicate(struct opening *o, const struct jfr_segment *segment,
                         const struct jfr_chunk *chunk, const struct jfr_log *log) {
    if (!seen_before(&o->seen, segment, chunk)) return false;
    log_note(log, JFR_NOTE_DUPLICATE, chunk->offset, 0,
             "this chunk was there before (same start, size and content) and counts once");
    map_add(&o->tables->left_out, tables_place(chunk));
    return true;
}

/* Chunks of other parts are known, but not read. */
static void leave_to_others(struct opening *o, const struct jfr_segment *segment,
                            const struct jfr_chunk *chunk) {
    uint64_t done, total;
    uint64_t position = input_position(o->input) + (segment->mapped ? chunk->offset : 0);
    if (o->share.of == 0) return;
    jfr_input_progress(o->input, &done, &total);
    if (!input_share_has(o->share, position, total))
        map_add(&o->tables->left_out, tables_place(chunk));
}

/* Takes the types of the segment's chunks. False: there is no chunk that can be read. */
static bool add_segment(struct opening *o, const struct jfr_segment *segment,
                        const struct jfr_log *log, struct jfr_error *error) {
    struct jfr_chunk chunk;
    uint64_t position = 0;
    bool any = false;
    for (int found; (found = jfr_chunk_next(segment, &position, &chunk, log, error)) != 0;) {
        if (found == 1) leave_to_others(o, segment, &chunk);
        if (found == 1 &&
            (is_duplicate(o, segment, &chunk, log) || jfr_metadata_matches(o->metadata, &chunk))) {
            any = true;
            continue;
        }
        if (found == 1) {
            jfr_metadata_free(o->metadata);
            o->metadata = jfr_metadata_read(&chunk, error);
        }
        if (found == 1 && o->metadata) {
            schema_add(o->tables, &chunk, o->metadata);
            o->tables->other_writer |= !jfr_type_by_name(o->metadata, "jdk.GarbageCollection");
            any = true;
        } else {
            log_note(log, JFR_NOTE_SKIPPED, error->offset, 0, "%s", error->text);
            o->tables->failed++;
        }
    }
    return any;
}

struct jfr_tables *jfr_tables_open(const char *const *paths, size_t count,
                                   const struct jfr_log *log, struct jfr_error *error) {
    struct jfr_tables *tables =
        tables_open_share(paths, count, (struct input_share){0}, log, error);
    if (tables) tables->copies = true;
    return tables;
}

/* Can it be read only once? Standard input, pipes. */
static bool is_read_once(const char *path) {
    struct stat about;
    if (strcmp(path, "-") == 0) return true;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

struct jfr_tables *tables_open_share(const char *const *paths, size_t count,
                                     struct input_share share, const struct jfr_log *log,
                                     struct jfr_error *error) {
    struct jfr_tables *tables = mem_zero(1, sizeof *tables);
    struct jfr_input *input = jfr_input_open(paths, count);
    struct opening opening = {.tables = tables, .input = input, .share = share};
    pthread_mutex_init(&tables->lock, NULL);
    tables->files = input;
    struct jfr_segment segment;
    bool any = false;
    error_set(error, JFR_NOT_JFR, 0, "there is no recording to read");
    for (size_t i = 0; i < count; i++) {
        array_push(&tables->paths, arena_copy_text(&tables->texts, paths[i]));
        tables->holds |= is_read_once(paths[i]);
    }
    tables->mapped = true;
    for (int found, number = 0; (found = jfr_input_next(input, &segment, log, error)) != 0;) {
        if (found > 0 && (!segment.mapped || ++number > MOST_HELD)) tables->mapped = false;
        if (found < 0) {
            log_note(log, JFR_NOTE_SKIPPED, error->offset, 0, "%s", error->text);
            tables->failed++;
            continue;
        }
        struct tables_log named = {log, segment.name};
        const struct jfr_log segment_log = tables_log_of(&named);
        any |= add_segment(&opening, &segment, &segment_log, error);
        if (tables->holds) array_push(&tables->held, segment);
        else jfr_segment_release(&segment);
    }
    tables->metadata = opening.metadata;
    seen_free(&opening.seen);
    if (any) return tables;
    jfr_tables_close(tables);
    return NULL;
}

void tables_hold(struct jfr_tables *tables) {
    struct jfr_error error;
    struct jfr_segment segment;
    if (tables->holds || !tables->mapped) return;
    struct jfr_input *input = input_again(tables->files, false);
    for (int found; (found = jfr_input_next(input, &segment, NULL, &error)) != 0;) {
        if (found > 0) array_push(&tables->held, segment);
        else if (input_lost(input)) tables_break(tables, &error);
    }
    jfr_input_close(input);
    tables->holds = true;
}

void tables_break(const struct jfr_tables *tables, const struct jfr_error *why) {
    struct jfr_tables *t = (struct jfr_tables *)tables; /* all that a pass changes of it */
    pthread_mutex_lock(&t->lock);
    if (!atomic_load(&t->broken)) t->why = *why;
    atomic_store(&t->broken, true);
    pthread_mutex_unlock(&t->lock);
}

void tables_check(const struct jfr_tables *tables) {
    struct jfr_error error;
    if (!tables->holds && !input_unchanged(tables->files, &error)) tables_break(tables, &error);
}

bool jfr_tables_error(const struct jfr_tables *tables, struct jfr_error *error) {
    if (!atomic_load(&tables->broken)) return false;
    struct jfr_tables *t = (struct jfr_tables *)tables;
    pthread_mutex_lock(&t->lock);
    *error = t->why;
    pthread_mutex_unlock(&t->lock);
    return true;
}

void tables_retain(struct jfr_tables *tables) {
    atomic_fetch_add(&tables->others, 1);
}

void jfr_tables_close(struct jfr_tables *tables) {
    if (!tables) return;
    if (atomic_fetch_sub(&tables->others, 1) != 0) return;
    for (size_t i = 0; i < tables->held.len; i++) jfr_segment_release(&tables->held.items[i]);
    for (size_t i = 0; i < tables->items.len; i++) {
        array_free(&tables->items.items[i]->columns);
        free(tables->items.items[i]);
    }
    jfr_metadata_free(tables->metadata);
    jfr_input_close(tables->files);
    pthread_mutex_destroy(&tables->lock);
    arrays_free(&tables->held, &tables->items, &tables->paths);
    map_free(&tables->left_out);
    arena_free(&tables->texts);
    free(tables);
}

/* ==== Looking =============================================================================== */

size_t jfr_tables_failed(const struct jfr_tables *tables) {
    return tables->failed;
}

size_t jfr_tables_count(const struct jfr_tables *tables) {
    return tables->items.len;
}

const struct jfr_table *jfr_tables_at(const struct jfr_tables *tables, size_t index) {
    return tables->items.items[index];
}

bool tables_find_place(const struct jfr_tables *tables, const char *name, size_t *place) {
    struct jfr_table *const *items = tables->items.items;
    *place = search_first(i, 0, tables->items.len, strcmp(items[i]->name, name) < 0);
    return *place < tables->items.len && strcmp(items[*place]->name, name) == 0;
}

const struct jfr_table *jfr_tables_find(const struct jfr_tables *tables, const char *name) {
    size_t place;
    return tables_find_place(tables, name, &place) ? tables->items.items[place] : NULL;
}

const char *jfr_table_name(const struct jfr_table *table) {
    return table->name;
}

const char *jfr_table_label(const struct jfr_table *table) {
    return table->label;
}

size_t jfr_table_columns(const struct jfr_table *table) {
    return table->columns.len;
}

const struct jfr_column *jfr_table_column(const struct jfr_table *table, size_t index) {
    return &array_at(&table->columns, index);
}
