#include "sql/copy.h"

#include "base/clock.h"
#include "base/sort.h"
#include "parser/table/rows.h"

#include <inttypes.h>
#include <stdio.h>

#define LOOK 4096 /* rows between two looks at the clock; a power of two */

bool sql_is_late(const struct sql *sql) {
    return sql->deadline && clock_now() >= sql->deadline;
}

int sql_expired(struct sql *sql) {
    if (!sql_is_late(sql)) return SQLITE_OK;
    sql->timed_out = true;
    return SQLITE_INTERRUPT;
}

bool plan_is(const struct plan *a, const struct plan *b) {
    return a->from == b->from && a->to == b->to && a->at == b->at && a->low == b->low &&
           a->high == b->high && a->equal == b->equal && a->keys == b->keys &&
           a->width == b->width && memcmp(a->key, b->key, a->keys * sizeof *a->key) == 0 &&
           memcmp(a->column, b->column, a->width * sizeof *a->column) == 0;
}

/* ==== Reading =============================================================================== */

struct reader_side reader_side_of(struct sql *sql) {
    return (struct reader_side){
        .log = sql->options.log, .places = sql->owned ? &sql->places : NULL, .names = &sql->names};
}

struct reader reader_open(const struct event_table *table, const struct plan *plan, bool stable,
                          int64_t from_ns, int64_t to_ns) {
    struct reader_side side = reader_side_of(table->sql);
    return reader_open_with(table, plan, stable, from_ns, to_ns, &side);
}

struct reader reader_open_with(const struct event_table *table, const struct plan *plan,
                               bool stable, int64_t from_ns, int64_t to_ns,
                               const struct reader_side *side) {
    struct reader r = {.table = table, .plan = plan, .names = side->names};
    OWNED(mem_release) const char **paths = mem_zero(plan->width, sizeof *paths);
    unsigned flags = (stable ? JFR_ROWS_STABLE : 0U) |
                     (table->sql->options.raw_names ? JFR_ROWS_RAW_NAMES : 0U) |
                     (table->sql->options.held_spans ? JFR_ROWS_HELD_SPANS : 0U);
    for (size_t i = 0; i < plan->width; i++) {
        const struct event_column *column = &table->columns.items[plan->column[i]];
        if (column->source != FROM_FIELD) break;
        paths[r.fields++] = column->path;
    }
    r.rows = jfr_rows_open(table->sql->tables, table->table, paths, r.fields, flags, &side->log);
    if (side->places) rows_use_places(r.rows, side->places);
    if (from_ns != INT64_MIN) jfr_rows_from(r.rows, from_ns);
    if (to_ns != INT64_MAX) jfr_rows_to(r.rows, to_ns);
    return r;
}

void reader_use_range(struct reader *r, struct chunks_range range, struct strings *names) {
    rows_use_range(r->rows, range);
    r->names = names;
    r->name = NULL;
    r->begun = false;
}

static uint64_t place_cell(struct reader *r, const struct event_column *column) {
    const struct jfr_chunk *chunk = jfr_rows_chunk(r->rows);
    const struct jfr_type *type;
    switch (column->source) {
    case FROM_CHUNK: return chunk->offset;
    case FROM_RECORDING:
        if (!r->name || strcmp(r->name, chunk->name) != 0) {
            r->recording = strings_add(r->names, chunk->name);
            r->name = strings_get(r->names, r->recording);
        }
        return r->recording;
    default:
        type = jfr_rows_type(r->rows);
        if (type != r->last_type) r->type = strings_add(r->names, type->name);
        r->last_type = type;
        return r->type;
    }
}

static bool is_of_kind(const struct reader *r, size_t i) {
    return jfr_rows_kind(r->rows, i) == r->table->columns.items[r->plan->column[i]].kind;
}

/* False: the row before was of the same chunk. */
static bool enter_chunk(struct reader *r) {
    uint64_t place = tables_place(jfr_rows_chunk(r->rows));
    if (r->begun && place == r->place) return false;
    r->begun = true;
    r->place = place;
    r->last_type = NULL; /* its address may be another type's now */
    r->fits = true;
    for (size_t i = 0; i < r->fields; i++) r->fits = r->fits && is_of_kind(r, i);
    return true;
}

static void count_row(struct reader *r) {
    r->number++;
    if (!enter_chunk(r)) return;
    struct map *chunks = &r->table->sql->chunks;
    r->number = (uint64_t)map_number(chunks, r->place, chunks->len + 1) << 32;
}

bool reader_next(struct reader *r, uint64_t *cells) {
    if (!jfr_rows_next(r->rows, cells)) return false;
    count_row(r);
    for (size_t i = 0; i < r->fields && !r->fits; i++) /* a chunk may say otherwise what it is */
        if (!is_of_kind(r, i))
            cells[i] = jfr_null(r->table->columns.items[r->plan->column[i]].kind);
    for (size_t i = r->fields; i < r->plan->width; i++)
        cells[i] = place_cell(r, &r->table->columns.items[r->plan->column[i]]);
    return true;
}

void reader_enter_type(struct reader *r) {
    enter_chunk(r);
}

uint64_t reader_cell_of_code(struct reader *r, struct cells *cells,
                             const struct jfr_constants *constants, size_t slot, uint64_t code) {
    enum jfr_column_kind kind = r->table->columns.items[r->plan->column[slot]].kind;
    if (!r->fits && !is_of_kind(r, slot)) return jfr_null(kind);
    uint64_t cell = cells_of_code(cells, constants, slot, cells, code);
    return cells_convert(cell, cells_kind(cells, slot), kind);
}

uint64_t reader_place_cell(struct reader *r, size_t slot) {
    return place_cell(r, &r->table->columns.items[r->plan->column[slot]]);
}

static void give_text(sqlite3_context *context, const char *text, size_t len, bool stays) {
    sqlite.result_text(context, text, (int)len, stays ? SQLITE_STATIC : SQLITE_TRANSIENT);
}

static void give_name(const struct reader *r, const struct event_column *column, uint64_t cell,
                      bool stays, sqlite3_context *context) {
    const struct strings *names = &r->table->sql->names;
    size_t len;
    if (column->source != FROM_FIELD) {
        give_text(context, strings_get(names, (uint32_t)cell), strings_len(names, (uint32_t)cell),
                  r->table->sql->owned);
    } else if (column->kind == JFR_COLUMN_TEXT) {
        const char *text = jfr_rows_text(r->rows, cell, &len);
        give_text(context, text, len, stays);
    } else {
        const struct things *things = rows_things(r->rows);
        uint32_t name = things->threads.items[cell].name;
        give_text(context, strings_get(&things->texts, name), strings_len(&things->texts, name),
                  stays);
    }
}

void reader_give(const struct reader *r, const struct event_column *column, uint64_t cell,
                 bool stays, sqlite3_context *context) {
    double real;
    char digits[24];
    if (column->kind != JFR_COLUMN_REAL && cell == jfr_null(column->kind)) return;
    switch (column->kind) {
    case JFR_COLUMN_BOOLEAN:
    case JFR_COLUMN_INT: sqlite.result_int64(context, (sqlite3_int64)cell); break;
    case JFR_COLUMN_UNSIGNED:
        /* SQLite's integers end at 2^63: what is larger is a text of its digits, which is greater
         * than all numbers, too. */
        if (cell <= INT64_MAX) sqlite.result_int64(context, (sqlite3_int64)cell);
        else
            give_text(context, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, cell),
                      false);
        break;
    case JFR_COLUMN_REAL:
        memcpy(&real, &cell, sizeof real);
        if (is_known(real)) sqlite.result_double(context, real);
        break;
    case JFR_COLUMN_STACK:
        sqlite.result_int64(context, (sqlite3_int64)jfr_rows_stack(r->rows, cell).hash);
        break;
    case JFR_COLUMN_THREAD:
    case JFR_COLUMN_TEXT: give_name(r, column, cell, stays, context); break;
    default: break;
    }
}

void reader_close(struct reader *r) {
    jfr_rows_close(r->rows);
    r->rows = NULL;
}

/* ==== Keys ================================================================================== */

uint64_t copy_text_key(const char *text, size_t len) {
    return hash_bytes(text, len) >> 1; /* a map cannot hold MAP_EMPTY */
}

static const struct event_column *column_at(const struct copy *c, size_t slot) {
    return &c->table->columns.items[c->plan.column[slot]];
}

static const char *name_of(const struct copy *c, size_t slot, uint64_t cell, size_t *len) {
    const struct event_column *column = column_at(c, slot);
    if (column->source != FROM_FIELD) {
        *len = strings_len(&c->table->sql->names, (uint32_t)cell);
        return strings_get(&c->table->sql->names, (uint32_t)cell);
    }
    if (column->kind == JFR_COLUMN_TEXT) return jfr_rows_text(c->reader.rows, cell, len);
    const char *name = jfr_rows_thread(c->reader.rows, cell).name;
    *len = strlen(name);
    return name;
}

/* known: keys of texts by cell. */
static uint64_t key_of(const struct copy *c, size_t slot, uint64_t cell, struct map *known) {
    const struct event_column *column = column_at(c, slot);
    bool fresh;
    size_t len;
    if (cell == jfr_null(column->kind)) return 0;
    switch (column->kind) {
    case JFR_COLUMN_BOOLEAN:
    case JFR_COLUMN_INT: return sort_signed((int64_t)cell);
    case JFR_COLUMN_STACK: return sort_signed((int64_t)jfr_rows_stack(c->reader.rows, cell).hash);
    default: break;
    }
    uint64_t *key = map_put(known, cell, &fresh);
    if (!fresh) return *key;
    const char *name = name_of(c, slot, cell, &len);
    return *key = copy_text_key(name, len);
}

/* Orders the rows by keys, which are in the order of the rows. */
static void put_in_order(struct copy *c) {
    c->order = sort_start(c->len);
    for (size_t k = c->plan.keys; k-- > 0;) sort_by(c->order, c->len, c->keys[k]);
}

static void sort_keys(struct copy *c) {
    for (size_t k = 0; k < c->plan.keys; k++) {
        uint64_t *sorted = mem_alloc(c->len * sizeof *sorted);
        for (size_t i = 0; i < c->len; i++) sorted[i] = c->keys[k][c->order[i]];
        free(c->keys[k]);
        c->keys[k] = sorted;
    }
}

static void make_keys(struct copy *c) {
    for (size_t k = 0; k < c->plan.keys; k++) {
        OWNED(map_free) struct map known = {0};
        c->keys[k] = mem_alloc(c->len * sizeof *c->keys[k]);
        for (size_t i = 0; i < c->len; i++)
            c->keys[k][i] =
                key_of(c, c->plan.key[k], c->cells[i * c->plan.width + c->plan.key[k]], &known);
    }
}

size_t copy_find(const struct copy *c, const uint64_t *keys, size_t count, bool behind) {
    size_t from = 0, to = c->len;
    while (from < to) {
        size_t middle = (from + to) / 2;
        int order = 0;
        for (size_t k = 0; k < count && order == 0; k++) order = ORDER(c->keys[k][middle], keys[k]);
        if (order < 0 || (behind && order == 0)) from = middle + 1;
        else to = middle;
    }
    return from;
}

/* ==== Copies ================================================================================ */

static void drop_rows(struct copy *c) {
    if (c->reader.rows) reader_close(&c->reader);
    mem_free(c->cells, c->row, c->order);
    for (size_t k = 0; k < COPY_KEYS; k++) free(c->keys[k]);
    c->cells = NULL;
    c->row = NULL;
    c->order = NULL;
    memset(c->keys, 0, sizeof c->keys);
    c->len = 0;
}

static uint64_t row_bytes(const struct plan *plan) { /* its number, too */
    return (plan->width + plan->keys + 1U) * sizeof(uint64_t) + sizeof(uint32_t);
}

static void add_room(struct copy *c, size_t *cap) { /* for one more */
    if (c->len < *cap) return;
    *cap = mem_grown(*cap, 1024, c->len + 1);
    c->cells = mem_resize(c->cells, *cap * c->plan.width, sizeof *c->cells);
    c->row = mem_resize(c->row, *cap, sizeof *c->row);
}

static int build(struct copy *c) {
    struct sql *sql = c->table->sql;
    uint64_t limit = sql->options.index_bytes;
    size_t cap = 0;
    int code = SQLITE_OK;
    c->reader = reader_open(c->table, &c->plan, true, INT64_MIN, INT64_MAX);
    for (;; c->len++) {
        add_room(c, &cap);
        if (!reader_next(&c->reader, c->cells + c->len * c->plan.width)) break;
        if ((c->len & (LOOK - 1)) == 0 && (code = sql_expired(sql)) != SQLITE_OK) return code;
        c->row[c->len] = c->reader.number;
        c->bytes = (c->len + 1) * row_bytes(&c->plan);
        if (sql->copied + c->bytes <= limit && c->len < UINT32_MAX - 1) continue;
        c->too_large = true;
        drop_rows(c);
        if (!sql->remarked && sql->options.remark)
            sql->options.remark(
                sql->options.context,
                "a table of this statement is too large to be kept in memory and is read again for "
                "each row of another; --index-memory allows more");
        sql->remarked = true;
        return SQLITE_OK;
    }
    make_keys(c);
    if (c->plan.keys) put_in_order(c);
    if (c->plan.keys) sort_keys(c);
    sql->copied += c->bytes;
    c->built = true;
    return SQLITE_OK;
}

/* Bounds in time and of ranges do not matter to a copy. */
static struct plan plan_of_copy(const struct plan *plan) {
    struct plan p = *plan;
    p.from = p.to = p.at = p.low = p.high = false;
    return p;
}

struct copy *copy_of(const struct event_table *table, const struct plan *plan, int *code) {
    struct sql *sql = table->sql;
    struct plan wanted = plan_of_copy(plan);
    struct copy *c = NULL;
    *code = SQLITE_OK;
    for (size_t i = 0; i < sql->copies.len && !c; i++)
        if (sql->copies.items[i]->table->index == table->index &&
            plan_is(&sql->copies.items[i]->plan, &wanted))
            c = sql->copies.items[i];
    if (!c) {
        c = mem_zero(1, sizeof *c);
        c->table = table;
        c->plan = wanted;
        array_push(&sql->copies, c);
    }
    if (c->asked++ == 0 || c->too_large) return NULL;
    if (!c->built) *code = build(c);
    return c->built ? c : NULL;
}

static void copy_free(struct copy *c) {
    drop_rows(c);
    free(c);
}

void copies_forget(struct sql *sql) {
    for (size_t i = 0; i < sql->copies.len; i++) copy_free(sql->copies.items[i]);
    sql->copies.len = 0;
    sql->copied = 0;
    sql->remarked = false;
}
