#include "sql/copy.h"

#include "base/clock.h"
#include "base/sort.h"
#include "parser/table/rows.h"

#include <string.h>

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
    return a->mode == b->mode && a->from == b->from && a->to == b->to && a->at == b->at &&
           a->low == b->low && a->high == b->high && a->equal == b->equal && a->keys == b->keys &&
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
    return reader_open_with(table, plan, stable, from_ns, to_ns, &(struct reader_more){0}, &side);
}

struct reader reader_open_with(const struct event_table *table, const struct plan *plan,
                               bool stable, int64_t from_ns, int64_t to_ns,
                               const struct reader_more *more, const struct reader_side *side) {
    struct reader r = {.table = table, .plan = plan, .names = side->names};
    const char **paths = mem_zero(plan->width + more->count + 1U, sizeof *paths);
    unsigned flags = (stable ? JFR_ROWS_STABLE : 0U) |
                     (table->sql->options.raw_names ? JFR_ROWS_RAW_NAMES : 0U) |
                     (table->sql->options.held_spans ? JFR_ROWS_HELD_SPANS : 0U);
    for (size_t i = 0; i < plan->width; i++) {
        const struct event_column *column = &table->columns.items[plan->column[i]];
        if (column->source != FROM_FIELD) break;
        paths[r.fields++] = column->path;
    }
    for (size_t i = 0; i < more->count; i++) paths[r.fields + i] = more->paths[i];
    r.more = more->count;
    r.rows = jfr_rows_open(table->sql->tables, table->table, paths, r.fields + r.more, flags,
                           &side->log);
    if (side->places) rows_use_places(r.rows, side->places);
    if (from_ns != INT64_MIN) jfr_rows_from(r.rows, from_ns);
    if (to_ns != INT64_MAX) jfr_rows_to(r.rows, to_ns);
    free(paths);
    return r;
}

void reader_use_range(struct reader *r, struct chunks_range range, struct strings *names) {
    rows_use_range(r->rows, range);
    r->names = names;
    r->name = NULL;
    r->begun = false;
}

static uint32_t name_number(struct reader *r, const char *name) {
    return strings_intern(r->names, name, strlen(name));
}

static uint64_t place_cell(struct reader *r, const struct event_column *column) {
    const struct jfr_chunk *chunk = jfr_rows_chunk(r->rows);
    const struct jfr_type *type;
    switch (column->source) {
    case FROM_MERGED: return 0;
    case FROM_CHUNK: return chunk->offset;
    case FROM_RECORDING:
        if (!r->name || strcmp(r->name, chunk->name) != 0) {
            r->recording = name_number(r, chunk->name);
            r->name = strings_get(r->names, r->recording);
        }
        return r->recording;
    default:
        type = jfr_rows_type(r->rows);
        if (type != r->last_type) r->type = name_number(r, type->name);
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
    bool fresh;
    r->number++;
    if (!enter_chunk(r)) return;
    uint64_t *number = map_put(&r->table->sql->chunks, r->place, &fresh);
    if (fresh) *number = r->table->sql->chunks.len;
    r->number = *number << 32;
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

size_t reader_next_many(struct reader *r, uint64_t *const *columns, size_t most, uint64_t *cells) {
    size_t rows = rows_next_many(r->rows, columns, most);
    if (!rows) return 0;
    enter_chunk(r);
    for (size_t i = 0; i < r->fields + r->more; i++) {
        bool more = i >= r->fields; /* times */
        enum jfr_column_kind kind =
            more ? JFR_COLUMN_INT : r->table->columns.items[r->plan->column[i]].kind;
        bool fits = more ? jfr_rows_kind(r->rows, i) == kind : r->fits || is_of_kind(r, i);
        for (size_t row = 0; row < rows && !fits; row++) columns[i][row] = jfr_null(kind);
    }
    for (size_t i = r->fields; i < r->plan->width; i++)
        cells[i] = place_cell(r, &r->table->columns.items[r->plan->column[i]]);
    return rows;
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
        uint64_t *sorted = mem_alloc((c->len + 1) * sizeof *sorted);
        for (size_t i = 0; i < c->len; i++) sorted[i] = c->keys[k][c->order[i]];
        free(c->keys[k]);
        c->keys[k] = sorted;
    }
}

static void make_keys(struct copy *c) {
    for (size_t k = 0; k < c->plan.keys; k++) {
        struct map known = {0};
        c->keys[k] = mem_alloc((c->len + 1) * sizeof *c->keys[k]);
        for (size_t i = 0; i < c->len; i++)
            c->keys[k][i] =
                key_of(c, c->plan.key[k], c->cells[i * c->plan.width + c->plan.key[k]], &known);
        map_free(&known);
    }
}

size_t copy_find(const struct copy *c, const uint64_t *keys, size_t count, bool behind) {
    size_t from = 0, to = c->len;
    while (from < to) {
        size_t middle = (from + to) / 2;
        int order = 0;
        for (size_t k = 0; k < count && order == 0; k++)
            order = (c->keys[k][middle] > keys[k]) - (c->keys[k][middle] < keys[k]);
        if (order < 0 || (behind && order == 0)) from = middle + 1;
        else to = middle;
    }
    return from;
}

/* ==== Copies ================================================================================ */

static void drop_rows(struct copy *c) {
    if (c->reader.rows) reader_close(&c->reader);
    free(c->cells);
    free(c->row);
    free(c->times);
    free(c->order);
    map_free(&c->same);
    merged_free(c->merged);
    c->merged = NULL;
    for (size_t k = 0; k < COPY_KEYS; k++) free(c->keys[k]);
    c->cells = NULL;
    c->row = c->times = NULL;
    c->order = NULL;
    memset(c->keys, 0, sizeof c->keys);
    c->len = 0;
}

static uint64_t row_bytes(const struct plan *plan) { /* number or count, too */
    return (plan->width + plan->keys + 1U) * sizeof(uint64_t) + sizeof(uint32_t);
}

static void add_room(struct copy *c, size_t *cap) { /* for one more */
    if (c->len < *cap) return;
    *cap = *cap ? *cap * 2 : 1024;
    c->cells = mem_resize(c->cells, *cap * (c->plan.width ? c->plan.width : 1U), sizeof *c->cells);
    if (c->plan.mode == PLAN_ROWS) c->row = mem_resize(c->row, *cap, sizeof *c->row);
    if (c->counts) c->times = mem_resize(c->times, *cap, sizeof *c->times);
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
                "a table of this statement is too large to be kept in memory and "
                "is read again for each row of another; --index-memory allows more");
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

/* ==== Groups ================================================================================ */

struct named { /* a cell, and what it shows */
    const char *text;
    size_t len;
    uint64_t cell;
};

static int compare_names(const void *a, const void *b) {
    const struct named *x = a, *y = b;
    int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* Cells of texts and threads -> numbers in the order of what they show, from 1 on; threads of one
 * name have one number. */
static struct map ranks_of(const struct copy *c, size_t slot) {
    struct map ranks = {0};
    ARRAY(struct named) names = {0};
    uint64_t null = jfr_null(column_at(c, slot)->kind), rank = 0;
    bool fresh;
    for (size_t i = 0; i < c->len; i++) {
        struct named name = {.cell = c->cells[i * c->plan.width + slot]};
        if (name.cell == null) continue;
        map_put(&ranks, name.cell, &fresh);
        if (!fresh) continue;
        name.text = name_of(c, slot, name.cell, &name.len);
        array_push(&names, name);
    }
    if (names.len) qsort(names.items, names.len, sizeof *names.items, compare_names);
    for (size_t i = 0; i < names.len; i++) {
        if (i == 0 || compare_names(&names.items[i - 1], &names.items[i]) != 0) rank++;
        *map_put(&ranks, names.items[i].cell, &fresh) = rank;
    }
    array_free(&names);
    return ranks;
}

/* In the order of SQL: null first. */
static uint64_t *ordered_keys(const struct copy *c, size_t slot) {
    const struct event_column *column = column_at(c, slot);
    bool texts = column->kind == JFR_COLUMN_TEXT || column->kind == JFR_COLUMN_THREAD;
    struct map ranks = texts ? ranks_of(c, slot) : (struct map){0};
    uint64_t *keys = mem_alloc((c->len + 1) * sizeof *keys);
    for (size_t i = 0; i < c->len; i++) {
        uint64_t cell = c->cells[i * c->plan.width + slot];
        const uint64_t *rank = texts ? map_get(&ranks, cell) : NULL;
        if (cell == jfr_null(column->kind)) keys[i] = 0;
        else if (texts) keys[i] = rank ? *rank : 0;
        else if (column->kind == JFR_COLUMN_STACK)
            keys[i] = sort_signed((int64_t)jfr_rows_stack(c->reader.rows, cell).hash);
        else keys[i] = sort_signed((int64_t)cell);
    }
    map_free(&ranks);
    return keys;
}

/* Is nothing read but what the groups are by? Then rows of a group are all the same. */
static bool is_all_keys(const struct plan *plan) {
    for (uint16_t slot = 0; slot < plan->width; slot++) {
        uint16_t k = 0;
        while (k < plan->keys && plan->key[k] != slot) k++;
        if (k == plan->keys) return false;
    }
    return true;
}

#define MANY 65536 /* different rows, from which on it has to pay to look for equal ones */

/* The row behind the last is counted, if it is not there yet: kept. */
static void count_same(struct copy *c, uint64_t read) {
    size_t width = c->plan.width, bytes = width * sizeof *c->cells;
    const uint64_t *cells = c->cells + c->len * width;
    if (c->len && memcmp(cells, c->cells + c->last * width, bytes) == 0) {
        c->times[c->last]++;
        return;
    }
    if (c->searches && c->len > MANY && c->len > read / 2) {
        c->searches = false;
        map_free(&c->same);
    }
    uint64_t hash = 0;
    for (size_t i = 0; i < width; i++) hash = map_mix(hash ^ cells[i]);
    for (bool fresh = !c->searches; !fresh; hash = map_next_key(hash)) {
        uint64_t *place = map_put(&c->same, hash, &fresh);
        if (fresh) *place = c->len;
        if (fresh || memcmp(cells, c->cells + *place * width, bytes) != 0) continue;
        c->times[c->last = *place]++;
        return;
    }
    c->last = c->len++;
    c->times[c->last] = 1;
}

static int read_rows(struct copy *c, int64_t from_ns, int64_t to_ns) {
    struct sql *sql = c->table->sql;
    size_t cap = 0;
    int code;
    c->reader = reader_open(c->table, &c->plan, true, from_ns, to_ns);
    c->counts = c->searches = is_all_keys(&c->plan);
    for (uint64_t read = 0;; read++) {
        add_room(c, &cap);
        if (!reader_next(&c->reader, c->cells + c->len * c->plan.width)) return SQLITE_OK;
        if (c->counts) count_same(c, read);
        else c->len++;
        if ((read & (LOOK - 1)) != 0) continue;
        if ((code = sql_expired(sql)) != SQLITE_OK) return code;
        if (sql->owned && !sql->answered &&
            sql->copied + c->len * row_bytes(&c->plan) > sql->options.index_bytes) {
            sql->too_many = true; /* the statement begins anew, and SQLite sorts */
            return SQLITE_ABORT;
        }
    }
}

struct copy *copy_in_groups(const struct event_table *table, const struct plan *plan,
                            int64_t from_ns, int64_t to_ns, int *code) {
    struct copy *c = mem_zero(1, sizeof *c);
    c->table = table;
    c->plan = *plan;
    *code = read_rows(c, from_ns, to_ns);
    map_free(&c->same);
    for (size_t k = 0; k < plan->keys && *code == SQLITE_OK; k++)
        c->keys[k] = ordered_keys(c, plan->key[k]);
    if (*code == SQLITE_OK) put_in_order(c);
    for (size_t k = 0; k < plan->keys; k++) { /* they have done their work */
        free(c->keys[k]);
        c->keys[k] = NULL;
    }
    return c;
}

void copy_end(struct copy *c) {
    struct sql *sql = c->table->sql;
    if (!sql->owned) {
        copy_free(c);
        return;
    }
    free(c->cells); /* values may point to its texts and durations */
    c->cells = NULL;
    merged_end(c);
    array_push(&sql->copies, c);
}
