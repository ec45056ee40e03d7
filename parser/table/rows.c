/* Rows of a table, a chunk at a time. */
#include "parser/table/rows.h"

#include "base/plural.h"
#include "parser/event.h"
#include "parser/table/places.h"

#include <inttypes.h>
#include <stdio.h>

#define AT_ONCE 64 /* events that the cursor hands out */

struct wanted {                      /* a column of the result */
    const struct jfr_column *column; /* of the table; NULL: another path */
    enum jfr_column_kind kind;
    enum jfr_unit unit;
};

struct jfr_rows {
    const struct jfr_tables *tables;
    const struct jfr_table *table;
    struct arena texts;
    const char **paths;
    struct wanted *wanted;
    size_t count;
    unsigned flags; /* enum jfr_rows_flags */
    int64_t from_ns, to_ns;
    struct jfr_log log;
    struct places *places; /* NULL: none are known */
    struct things things;
    uint64_t not_held; /* durations that were taken for null */
    /* where it is */
    struct jfr_chunks *chunks; /* NULL: chunks are handed in */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_constants *constants; /* NULL: none are needed */
    const struct jfr_type *trace;
    ARRAY(struct cells *) cells;
    ARRAY(uint64_t) types; /* parallel to cells: type ids */
    struct map by_type;    /* type id -> index of cells */
    uint64_t last_type;    /* whose index is: */
    uint32_t last;
    bool stacks;                   /* some rows refer to stacks */
    bool converts;                 /* some cells are of another kind than their column */
    ARRAY(struct plan_event) rows; /* of the chunk at hand; tag: which cells, by its type */
    size_t next;
    uint64_t *own; /* cells of a row whose caller has no room; NULL: there was none */
    const uint64_t *cells_at_hand;
    struct text *shown; /* by column; NULL: none was asked for */
    /* while rows are coded */
    const struct rows_coder *coder; /* NULL: they are not */
    ARRAY(struct plan_event) batch;
    uint64_t *codes; /* of ROWS_CODED rows, by column: */
    uint64_t **columns;
    bool coded, stopped; /* some row was; the coder wants no more */
    uint32_t tag;        /* of the type at hand */
};

/* ==== Opening =============================================================================== */

static const struct jfr_column *column_of(const struct jfr_table *table, const char *path) {
    for (size_t i = 0; table && i < table->columns.len; i++)
        if (strcmp(table->columns.items[i].path, path) == 0) return &table->columns.items[i];
    return NULL;
}

struct jfr_rows *rows_open_idle(const struct jfr_tables *tables, const struct jfr_table *table,
                                const char *const *paths, size_t count, unsigned flags,
                                const struct jfr_log *log) {
    struct jfr_rows *r = mem_zero(1, sizeof *r);
    r->tables = tables;
    r->table = table;
    r->count = count;
    r->flags = flags;
    r->from_ns = INT64_MIN;
    r->to_ns = INT64_MAX;
    if (log) r->log = *log;
    r->paths = mem_zero(count, sizeof *r->paths);
    r->wanted = mem_zero(count, sizeof *r->wanted);
    for (size_t i = 0; i < count; i++) {
        r->paths[i] = arena_copy_text(&r->texts, paths[i]);
        const struct jfr_column *column = column_of(table, paths[i]);
        if (column) r->wanted[i] = (struct wanted){column, column->kind, column->unit};
    }
    return r;
}

struct jfr_rows *jfr_rows_open(const struct jfr_tables *tables, const struct jfr_table *table,
                               const char *const *paths, size_t count, unsigned flags,
                               const struct jfr_log *log) {
    struct jfr_rows *r = rows_open_idle(tables, table, paths, count, flags, log);
    r->chunks = jfr_chunks_open(tables);
    return r;
}

void jfr_rows_from(struct jfr_rows *r, int64_t from_ns) {
    r->from_ns = from_ns;
}

void jfr_rows_to(struct jfr_rows *r, int64_t to_ns) {
    r->to_ns = to_ns;
}

void rows_use_places(struct jfr_rows *r, struct places *places) {
    if (r->table) r->places = places;
}

void rows_use_range(struct jfr_rows *r, struct chunks_range range) {
    chunks_use_range(r->chunks, range);
}

static void forget_chunk(struct jfr_rows *r) {
    for (size_t i = 0; i < r->cells.len; i++) {
        r->not_held += cells_not_held(r->cells.items[i]);
        cells_close(r->cells.items[i]);
    }
    r->cells.len = r->types.len = r->rows.len = r->next = 0;
    map_clear(&r->by_type);
    jfr_constants_close(r->constants);
    r->constants = NULL;
}

static void say_not_held(const struct jfr_rows *r) {
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED, .name = r->table->name};
    snprintf(note.text, sizeof note.text,
             "%" PRIu64 " %s left out: negative, or much longer than the recording", r->not_held,
             plural(r->not_held, "duration is", "durations are"));
    if (r->log.note) r->log.note(r->log.context, &note);
}

void jfr_rows_close(struct jfr_rows *r) {
    if (!r) return;
    forget_chunk(r);
    if (r->not_held && r->table) say_not_held(r);
    jfr_chunks_close(r->chunks);
    things_free(&r->things);
    arrays_free(&r->cells, &r->types);
    map_free(&r->by_type);
    array_free(&r->rows);
    for (size_t i = 0; i < r->count && r->shown; i++) text_free(&r->shown[i]);
    free(r->shown);
    array_free(&r->batch);
    mem_free(r->codes, r->columns, r->own, r->paths, r->wanted);
    arena_free(&r->texts);
    free(r);
}

/* ==== A chunk =============================================================================== */

static bool has_any(const struct cells *cells, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (cells_kind(cells, i) != JFR_COLUMN_NONE) return true;
    return count == 0;
}

/* Is some cell of another kind than its column? */
static bool converts(const struct jfr_rows *r) {
    for (size_t i = 0; i < r->cells.len; i++)
        for (size_t k = 0; k < r->count; k++)
            if (cells_kind(r->cells.items[i], k) != r->wanted[k].kind) return true;
    return false;
}

static bool bind(struct jfr_rows *r) {
    const struct spans spans =
        r->flags & JFR_ROWS_HELD_SPANS ? spans_of(r->chunk) : (struct spans){0};
    bool needs_constants = false;
    r->stacks = false;
    r->last_type = UINT64_MAX;
    for (uint32_t i = 0; i < r->metadata->type_count; i++) {
        const struct jfr_type *type = r->metadata->types[i];
        if (r->table ? !schema_is_of(r->table, type) : !type->event) continue;
        if (jfr_type_by_id(r->metadata, type->id) != type) continue;
        struct cells *cells = cells_open(r->chunk, r->metadata, type, r->paths, r->count,
                                         &r->things, r->flags & JFR_ROWS_RAW_NAMES);
        if (!cells || (!r->table && !has_any(cells, r->count))) {
            cells_close(cells);
            continue;
        }
        if (r->flags & JFR_ROWS_HELD_SPANS) cells_hold_spans(cells, type, &spans);
        needs_constants |= cells_need_constants(cells);
        r->stacks |= cells_need_stacks(cells);
        bool fresh;
        uint64_t *index = map_put(&r->by_type, type->id, &fresh);
        *index = r->cells.len;
        array_push(&r->cells, cells);
        array_push(&r->types, type->id);
        for (size_t k = 0; k < r->count; k++)
            if (!r->wanted[k].column && cells_kind(cells, k) != JFR_COLUMN_NONE)
                r->wanted[k] = (struct wanted){NULL, cells_kind(cells, k), cells_unit(cells, k)};
    }
    r->converts = converts(r);
    return needs_constants;
}

static void ask_stack(void *context, uint64_t key) {
    struct jfr_rows *r = context;
    jfr_constants_ask(r->constants, r->trace, key);
}

/* The batch, all of one type. */
static void hand_on(struct jfr_rows *r) {
    if (!r->batch.len || r->stopped) return;
    struct cells *cells = r->cells.items[r->tag];
    if (!r->columns) r->columns = mem_zero(r->count, sizeof *r->columns);
    r->codes = mem_resize(r->codes, ROWS_CODED * r->count, sizeof *r->codes);
    for (size_t i = 0; i < r->count; i++) r->columns[i] = r->codes + ROWS_CODED * i;
    size_t rows = cells_code_many(cells, r->batch.items, r->batch.len, r->columns);
    for (size_t i = 0; i < r->count; i++) { /* who takes them may change each */
        size_t coder = cells_coder(cells, i);
        if (coder != i) memcpy(r->columns[i], r->columns[coder], rows * sizeof *r->columns[i]);
    }
    r->batch.len = 0;
    r->coded = true;
    r->stopped = !r->coder->rows(r->coder->context, cells, r->tag, r->columns, rows);
}

static void code_event(struct jfr_rows *r, const struct jfr_event *event) {
    if (r->batch.len == ROWS_CODED || (r->batch.len && r->tag != r->last)) hand_on(r);
    r->tag = r->last;
    array_push(&r->batch, (struct plan_event){event->payload, event->end, r->last});
}

static void take_event(struct jfr_rows *r, const struct jfr_event *event) {
    if (event->type_id != r->last_type) {
        const uint64_t *index = map_get(&r->by_type, event->type_id);
        if (!index) return;
        r->last_type = event->type_id;
        r->last = (uint32_t)*index;
    }
    if (r->coder) {
        code_event(r, event);
        return;
    }
    if (r->stacks) cells_each_stack(r->cells.items[r->last], event, ask_stack, r);
    array_push(&r->rows, (struct plan_event){event->payload, event->end, r->last});
}

struct checkpoints {
    ARRAY(struct jfr_event) items;
};

/* Events where they were noted. */
static void take_noted(struct jfr_rows *r, const struct places_chunk *noted,
                       const struct places_table *table, struct checkpoints *checkpoints) {
    for (size_t i = 0; i < noted->checkpoints.len && r->constants; i++)
        array_push(&checkpoints->items, places_checkpoint(r->chunk, &noted->checkpoints.items[i]));
    for (size_t i = 0; i < table->offsets.len && !r->stopped; i++) {
        struct jfr_event event = places_event(r->chunk, table->offsets.items[i]);
        take_event(r, &event);
    }
}

/* All events, to find those of the table; what others will look for is noted. */
static void walk_chunk(struct jfr_rows *r, const struct jfr_log *log,
                       struct checkpoints *checkpoints) {
    struct jfr_event events[AT_ONCE];
    struct noting noting;
    struct jfr_cursor *cursor = jfr_cursor_open(r->chunk, r->metadata, log);
    if (r->constants) jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    for (size_t i = 0; i < r->types.len; i++) jfr_cursor_want(cursor, r->types.items[i]);
    noting_begin(&noting, r->places, r->table, r->chunk, r->metadata, cursor);
    for (size_t count; !r->stopped && (count = cursor_next_many(cursor, events, AT_ONCE)) > 0;) {
        for (size_t i = 0; i < count; i++) {
            noting_add(&noting, &events[i]);
            if (events[i].type_id != JFR_CHECKPOINT_EVENT) take_event(r, &events[i]);
            else if (r->constants) array_push(&checkpoints->items, events[i]);
        }
    }
    if (r->stopped) noting_drop(&noting);
    else noting_end(&noting);
    jfr_cursor_close(cursor);
}

static const struct places_table *noted_of(const struct jfr_rows *r) {
    return r->places ? places_table(places_chunk(r->places, r->chunk), r->table) : NULL;
}

static bool notes(const struct jfr_rows *r) {
    return r->places && places_are_several(r->places);
}

/* What is left of the batch, and the stacks that codes stand for. */
static void ask_coded(struct jfr_rows *r) {
    hand_on(r);
    for (size_t i = 0; i < r->cells.len && r->stacks; i++)
        cells_each_coded_stack(r->cells.items[i], ask_stack, r);
}

static void take_chunk(struct jfr_rows *r) {
    struct tables_log named = {&r->log, r->chunk->name};
    const struct jfr_log log = tables_log_of(&named);
    const struct places_table *noted = noted_of(r);
    struct checkpoints checkpoints = {0};
    bool constants = bind(r);
    if (r->cells.len == 0 && !notes(r)) return;
    if (constants) {
        r->constants = jfr_constants_open(r->chunk, r->metadata);
        r->trace = jfr_type_by_name(r->metadata, "jdk.types.StackTrace");
        jfr_constants_ask(r->constants, r->trace, 0); /* none but those that rows refer to */
    }
    if (noted) take_noted(r, places_chunk(r->places, r->chunk), noted, &checkpoints);
    else walk_chunk(r, &log, &checkpoints);
    if (r->coder) ask_coded(r);
    for (size_t i = 0; i < checkpoints.items.len && (r->rows.len || r->coded); i++)
        jfr_constants_add(r->constants, &checkpoints.items.items[i], &log);
    array_free(&checkpoints.items);
}

/* ==== From chunk to chunk =================================================================== */

static void leave_chunk(struct jfr_rows *r) {
    forget_chunk(r);
    if (r->flags & JFR_ROWS_STABLE) return;
    things_free(&r->things);
    r->things = (struct things){0};
}

void rows_visit(struct jfr_rows *r, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata) {
    leave_chunk(r);
    r->chunk = chunk;
    r->metadata = metadata;
    take_chunk(r);
}

static bool next_chunk(struct jfr_rows *r) {
    leave_chunk(r);
    if (!r->chunks) return false;
    while ((r->chunk = jfr_chunks_next(r->chunks)) != NULL) {
        if (r->chunk->start_ns > r->to_ns) continue;
        const struct places_table *noted = noted_of(r);
        if (noted && !noted->offsets.len) continue;
        r->metadata = jfr_chunks_metadata(r->chunks);
        if (!r->metadata) continue;
        if (r->from_ns != INT64_MIN && jfr_chunk_end(r->chunk) < r->from_ns) continue;
        take_chunk(r);
        return true;
    }
    return false;
}

bool jfr_rows_next(struct jfr_rows *r, uint64_t *cells) {
    if (!cells && !r->own) r->own = mem_zero(r->count, sizeof *r->own);
    if (!cells) cells = r->own;
    r->cells_at_hand = cells;
    for (;;) {
        while (r->next == r->rows.len)
            if (!next_chunk(r)) return false;
        const struct plan_event *row = &r->rows.items[r->next++];
        struct cells *from = r->cells.items[row->tag];
        struct jfr_event event = {.payload = row->payload, .end = row->end};
        if (!cells_read(from, r->constants, &event, cells)) continue;
        for (size_t i = 0; i < r->count && r->converts; i++)
            cells[i] = cells_convert(cells[i], cells_kind(from, i), r->wanted[i].kind);
        return true;
    }
}

bool rows_code_chunk(struct jfr_rows *r, const struct rows_coder *coder) {
    r->coder = coder;
    r->coded = r->stopped = false;
    r->batch.len = 0;
    if (!next_chunk(r)) return false;
    for (size_t i = 0; i < r->cells.len && r->coded && !r->stopped; i++) {
        r->tag = (uint32_t)i;
        coder->type(coder->context, r->cells.items[i], r->tag, r->constants);
    }
    return true;
}

size_t rows_next_many(struct jfr_rows *r, uint64_t *const *columns, size_t most) {
    size_t count = 0;
    while (count == 0) {
        while (r->next == r->rows.len)
            if (!next_chunk(r)) return 0;
        const struct plan_event *first = &r->rows.items[r->next];
        size_t rows = 0, left = r->rows.len - r->next;
        while (rows < most && rows < left && first[rows].tag == first->tag) rows++;
        r->next += rows;
        struct cells *from = r->cells.items[first->tag];
        count = cells_read_many(from, r->constants, first, rows, columns);
        for (size_t i = 0; i < r->count && r->converts; i++)
            for (size_t k = 0; k < count; k++)
                columns[i][k] =
                    cells_convert(columns[i][k], cells_kind(from, i), r->wanted[i].kind);
    }
    return count;
}

const uint64_t *rows_cells(const struct jfr_rows *r) {
    return r->cells_at_hand;
}

struct text *rows_shown(struct jfr_rows *r, size_t column) {
    if (!r->shown) r->shown = mem_zero(r->count, sizeof *r->shown);
    return &r->shown[column];
}

const struct things *rows_things(const struct jfr_rows *r) {
    return &r->things;
}

struct things rows_take_things(struct jfr_rows *r) {
    struct things things = r->things;
    r->things = (struct things){0};
    return things;
}

struct things_ids rows_add_things(struct jfr_rows *r, const struct things *things) {
    return things_merge(&r->things, things);
}

const struct jfr_chunk *jfr_rows_chunk(const struct jfr_rows *r) {
    return r->chunk;
}

const struct jfr_type *jfr_rows_type(const struct jfr_rows *r) {
    uint32_t tag = r->coder ? r->tag : r->rows.items[r->next - 1].tag;
    return jfr_type_by_id(r->metadata, r->types.items[tag]);
}

/* ==== What cells stand for ================================================================== */

enum jfr_column_kind jfr_rows_kind(const struct jfr_rows *r, size_t column) {
    return r->wanted[column].kind;
}

enum jfr_unit jfr_rows_unit(const struct jfr_rows *r, size_t column) {
    return r->wanted[column].unit;
}

static const char *text_of(const struct jfr_rows *r, uint32_t id) {
    return strings_get(&r->things.texts, id);
}

const char *jfr_rows_text(const struct jfr_rows *r, uint64_t cell, size_t *len) {
    if (len) *len = strings_len(&r->things.texts, (uint32_t)cell);
    return text_of(r, (uint32_t)cell);
}

struct jfr_thread jfr_rows_thread(const struct jfr_rows *r, uint64_t cell) {
    const struct things_thread *t = &r->things.threads.items[cell];
    return (struct jfr_thread){.name = text_of(r, t->name),
                               .group = text_of(r, t->group),
                               .os_id = t->os_id,
                               .java_id = t->java_id,
                               .is_virtual = t->is_virtual};
}

struct jfr_stack jfr_rows_stack(const struct jfr_rows *r, uint64_t cell) {
    const struct things_stack *s = &r->things.stacks.items[cell];
    return (struct jfr_stack){.hash = s->hash, .depth = s->depth, .truncated = s->truncated};
}

struct jfr_frame jfr_rows_frame(const struct jfr_rows *r, uint64_t cell, uint32_t index) {
    const struct things_stack *s = &r->things.stacks.items[cell];
    const struct things_frame *f = things_frame_of(&r->things, s, index);
    return (struct jfr_frame){.class_name = text_of(r, f->class_name),
                              .method = text_of(r, f->method),
                              .descriptor = text_of(r, f->descriptor),
                              .type = text_of(r, f->type),
                              .line = f->line,
                              .bci = f->bci};
}
