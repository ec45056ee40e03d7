#include "sql/gather.h"

#include "parser/table/rows.h"

#define MOST_VALUES (1 << 26) /* of a measure that are kept */
#define TOLD 65536            /* bytes of groups, of which other workers need not know */
#define MANY 16384            /* rows, from which on groups have to be fewer by a quarter */
#define SPARE (1 << 20)       /* bytes of groups of one chunk, however little memory there is */

static const struct event_column *column_of(const struct gathered *g, size_t index) {
    return &g->source.columns.items[index];
}

/* ==== Conditions ============================================================================ */

/* The greatest whole number that is not above a real one, which is within their range. */
static int64_t whole_below(double real, bool *exact) {
    double below = floor(real);
    *exact = below == real;
    return (int64_t)below;
}

/* Numbers are below all texts, and null is equal to nothing. */
struct bounds bounds_for(enum comparison comparison, sqlite3_value *value) {
    struct bounds b = {.low = INT64_MIN + 1, .high = INT64_MAX};
    const struct bounds none = {.low = 1, .high = 0};
    bool less = comparison == BELOW || comparison == UP_TO || comparison == UNEQUAL,
         more = comparison == ABOVE || comparison == FROM_ON || comparison == UNEQUAL, exact = true;
    if (comparison == IS_NULL) b.null = true;
    if (comparison == IS_NULL || comparison == IS_NOT_NULL) return b;
    int type = sqlite.value_numeric_type(value);
    if (type == SQLITE_NULL) return none;
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return less ? b : none;
    double real = type == SQLITE_FLOAT ? sqlite.value_double(value) : 0;
    if (real >= 0x1p63) return less ? b : none;
    if (real < -0x1p63) return more ? b : none;
    int64_t at = type == SQLITE_INTEGER ? sqlite.value_int64(value) : whole_below(real, &exact);
    switch (comparison) {
    case EQUAL:
        b.low = b.high = at;
        if (!exact || at == INT64_MIN) return none;
        break;
    case UNEQUAL:
        b.but_one = exact;
        b.one = at;
        break;
    case BELOW:
        if (exact && at == INT64_MIN) return none;
        b.high = exact ? at - 1 : at;
        break;
    case UP_TO: b.high = at; break;
    case ABOVE:
        if (at == INT64_MAX) return none;
        b.low = at + 1;
        break;
    default: b.low = exact ? at : at + 1; break;
    }
    if (b.low == INT64_MIN) b.low++;
    return b;
}

/* ==== Reading =============================================================================== */

static struct groups groups_for(const struct gathered *g) {
    return groups_open(g->keys, g->measures, g->listed);
}

/* Numbers of another kind are null, as in rows; constants' are known when the chunk is through. */
static bool take_numbers(const struct gathered *g, const struct cells *cells, uint16_t column,
                         uint64_t *values, size_t count) {
    uint16_t slot = g->plan.slot[column];
    enum jfr_column_kind kind = cells_kind(cells, slot);
    if (kind == JFR_COLUMN_BOOLEAN || kind == JFR_COLUMN_INT || kind == JFR_COLUMN_UNSIGNED)
        return !cells_is_coded(cells, slot);
    for (size_t i = 0; i < count; i++) values[i] = (uint64_t)JFR_NULL_INT;
    return true;
}

bool bounds_pass(const struct bounds *b, int64_t value) {
    if (b->null) return value == JFR_NULL_INT;
    return value >= b->low && value <= b->high && !(b->but_one && value == b->one);
}

/* What does not pass goes; how many are left. */
static size_t apply(const struct reading *r, uint64_t *const *codes, size_t count) {
    const struct gathered *g = r->gathered;
    for (size_t i = 0; i < g->conditions; i++) {
        const struct bounds *b = &r->bounds[i];
        uint16_t kept[ROWS_CODED];
        size_t left = 0;
        for (size_t row = 0; row < count; row++) {
            kept[left] = (uint16_t)row;
            left += bounds_pass(b, (int64_t)codes[b->slot][row]);
        }
        for (size_t k = 0; k < r->reader.fields && left < count; k++)
            for (size_t row = 0; row < left; row++) codes[k][row] = codes[k][kept[row]];
        count = left;
    }
    return count;
}

/* Is nearly each row a group? Then grouping saves SQLite nothing. */
static bool is_in_vain(const struct reading *r, const struct groups *of_chunk) {
    return r->rows >= MANY && of_chunk->len > r->rows - r->rows / 4;
}

static bool read_rows(void *context, const struct cells *cells, uint32_t tag,
                      uint64_t *const *codes, size_t count) {
    struct reading *r = context;
    const struct gathered *g = r->gathered;
    uint64_t none[ROWS_CODED] = {0}, *keys[GROUPS_KEYS], *measures[GATHERED_MEASURES];
    bool fine = true;
    while (r->of_chunk.len <= tag) array_push(&r->of_chunk, groups_for(g));
    for (size_t i = 0; i < g->measures; i++) {
        measures[i] = codes[g->plan.slot[g->measure[i]]];
        fine = fine && take_numbers(g, cells, g->measure[i], measures[i], count);
    }
    for (size_t i = 0; i < g->conditions; i++) {
        uint16_t column = g->condition[i].column;
        fine = fine && take_numbers(g, cells, column, codes[g->plan.slot[column]], count);
    }
    if (!fine) {
        g->source.sql->begins_anew = r->stopped = true;
        return false;
    }
    for (size_t i = 0; i < g->keys; i++) {
        uint16_t slot = g->plan.slot[g->key[i]];
        keys[i] = slot < r->reader.fields ? codes[slot] : none; /* the same of all rows */
    }
    size_t left = apply(r, codes, count);
    r->rows += left;
    groups_add(&r->of_chunk.items[tag], keys, measures, left);
    if (is_in_vain(r, &r->of_chunk.items[tag])) g->source.sql->begins_anew = true;
    r->stopped = !r->may_go_on(r->context, r);
    return !r->stopped;
}

/* Of the chunk's groups of a type, by codes: their cells. */
static void join_type(void *context, struct cells *cells, uint32_t tag,
                      const struct jfr_constants *constants) {
    struct reading *r = context;
    const struct gathered *g = r->gathered;
    if (tag >= r->of_chunk.len || !r->of_chunk.items[tag].len) return;
    struct groups *of_chunk = &r->of_chunk.items[tag];
    reader_enter_type(&r->reader);
    for (size_t k = 0; k < g->keys; k++) {
        uint16_t slot = g->plan.slot[g->key[k]];
        bool field = slot < r->reader.fields;
        uint64_t place = field ? 0 : reader_place_cell(&r->reader, slot);
        for (size_t i = 0; i < of_chunk->len; i++) {
            uint64_t *key = &of_chunk->keys[i * g->keys + k];
            *key = field ? reader_cell_of_code(&r->reader, cells, constants, slot, *key) : place;
        }
    }
    groups_join(r->groups, of_chunk, of_chunk->keys);
    groups_forget(of_chunk);
}

bool reading_next(struct reading *r) {
    const struct rows_coder coder = {.context = r, .rows = read_rows, .type = join_type};
    for (size_t i = 0; i < r->of_chunk.len; i++) groups_forget(&r->of_chunk.items[i]);
    r->rows = 0;
    return rows_code_chunk(r->reader.rows, &coder) && !r->stopped;
}

static uint64_t bytes_of_chunk(const struct reading *r) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < r->of_chunk.len; i++) bytes += groups_bytes(&r->of_chunk.items[i]);
    return bytes;
}

void reading_close(struct reading *r) {
    for (size_t i = 0; i < r->of_chunk.len; i++) groups_free(&r->of_chunk.items[i]);
    array_free(&r->of_chunk);
}

/* ==== Side by side ========================================================================== */

struct part { /* what came of a range of chunks */
    struct groups groups;
    struct things things;
    struct strings names;
};

struct work { /* of all workers */
    const struct gathered *gathered;
    const struct reading *all;
    struct part *parts;
    size_t threads;
    _Atomic uint64_t bytes, values; /* of all groups so far */
    atomic_bool too_large;
};

struct worker {
    struct work *work;
    struct reading reading;
    struct places places;
    struct strings names;
    uint64_t bytes, values; /* of the range, as the others know it */
};

/* While they are joined groups are there twice. */
static bool fit(struct work *w, uint64_t bytes, uint64_t values) {
    const struct sql *sql = w->gathered->source.sql;
    uint64_t all = atomic_fetch_add(&w->bytes, bytes) + bytes;
    if (sql->copied + 2 * all <= sql->options.index_bytes &&
        atomic_fetch_add(&w->values, values) + values <= MOST_VALUES)
        return true;
    atomic_store(&w->too_large, true);
    return false;
}

static bool worker_may_go_on(void *context, struct reading *r) {
    struct worker *w = context;
    uint64_t now = groups_bytes(r->groups) + bytes_of_chunk(r);
    bool fine = true;
    if (now > w->bytes + TOLD) {
        fine = fit(w->work, now - w->bytes, r->groups->values.len - w->values);
        w->bytes = now;
        w->values = r->groups->values.len;
    }
    return fine && !sql_is_late(w->work->gathered->source.sql) &&
           !w->work->gathered->source.sql->begins_anew &&
           !atomic_load_explicit(&w->work->too_large, memory_order_relaxed);
}

static void *open_worker(void *context, const struct jfr_log *log) {
    struct work *work = context;
    struct sql *sql = work->gathered->source.sql;
    struct worker *w = mem_zero(1, sizeof *w);
    w->work = work;
    w->places = places_part(&sql->places, work->threads);
    struct reader_side side = {.log = *log, .places = &w->places, .names = &w->names};
    w->reading = (struct reading){.gathered = work->gathered,
                                  .bounds = work->all->bounds,
                                  .may_go_on = worker_may_go_on,
                                  .context = w};
    w->reading.reader = reader_open_with(&work->gathered->source, &work->gathered->plan, true,
                                         work->all->from_ns, work->all->to_ns, &side);
    return w;
}

static void close_worker(void *worker) {
    struct worker *w = worker;
    places_join(&w->work->gathered->source.sql->places, &w->places);
    reader_close(&w->reading.reader);
    reading_close(&w->reading);
    strings_free(&w->names);
    free(w);
}

static bool read_range(void *worker, size_t number, struct chunks_range chunks) {
    struct worker *w = worker;
    struct part *part = &w->work->parts[number];
    part->groups = groups_for(w->work->gathered);
    w->reading.groups = &part->groups;
    w->bytes = w->values = 0;
    reader_use_range(&w->reading.reader, chunks, &w->names);
    while (reading_next(&w->reading)) continue;
    if (!w->reading.stopped) part->things = rows_take_things(w->reading.reader.rows);
    part->names = w->names;
    w->names = (struct strings){0};
    return !w->reading.stopped && !w->work->gathered->source.sql->begins_anew;
}

static void rename_column(struct groups *g, size_t key, const uint32_t *ids) {
    for (size_t i = 0; i < g->len; i++) {
        uint64_t *cell = &g->keys[i * g->width + key];
        if (*cell != JFR_NULL_ID) *cell = ids[*cell];
    }
}

/* Cells of the part become what they are in the cursor. */
static void rename_cells(struct reading *r, struct part *part) {
    const struct gathered *g = r->gathered;
    OWNED(things_ids_free) struct things_ids ids = rows_add_things(r->reader.rows, &part->things);
    OWNED(mem_release) uint32_t *names = mem_zero(strings_ids(&part->names), sizeof *names);
    for (uint32_t i = 0; i < part->names.entries.len; i++)
        names[i] = strings_take(&g->source.sql->names, &part->names, i);
    for (size_t key = 0; key < g->keys; key++) {
        const struct event_column *column = column_of(g, g->key[key]);
        bool field = column->source == FROM_FIELD;
        if (column->source == FROM_RECORDING || column->source == FROM_TYPE)
            rename_column(&part->groups, key, names);
        else if (field && column->kind == JFR_COLUMN_TEXT)
            rename_column(&part->groups, key, ids.texts);
        else if (field && column->kind == JFR_COLUMN_THREAD)
            rename_column(&part->groups, key, ids.threads);
        else if (field && column->kind == JFR_COLUMN_STACK)
            rename_column(&part->groups, key, ids.stacks);
    }
}

static void free_part(struct part *part) {
    groups_free(&part->groups);
    things_free(&part->things);
    strings_free(&part->names);
}

static int read_ranges(struct reading *r, struct ranges *ranges, bool *whole) {
    const struct gathered *g = r->gathered;
    struct sql *sql = g->source.sql;
    struct work w = {.gathered = g, .all = r, .threads = ranges->threads};
    const struct ranges_work work = {
        .context = &w, .open = open_worker, .read = read_range, .close = close_worker};
    w.parts = mem_zero(ranges->len, sizeof *w.parts);
    *whole = ranges_read(ranges, &work);
    int code = *whole ? SQLITE_OK : sql_expired(sql);
    if (*whole || code != SQLITE_OK) ranges_tell(ranges);
    for (size_t i = 0; i < ranges->len; i++) {
        struct part *part = &w.parts[i];
        if (*whole) {
            rename_cells(r, part);
            groups_join(r->groups, &part->groups, part->groups.keys);
        }
        free_part(part);
    }
    free(w.parts);
    return code;
}

int reading_side_by_side(struct reading *r, bool *whole) {
    struct ranges ranges;
    int code = SQLITE_OK;
    sql_ranges_open(r->gathered->source.sql, &ranges);
    *whole = false;
    if (ranges.len > 1) code = read_ranges(r, &ranges, whole);
    ranges_close(&ranges);
    return code;
}

/* ==== One after the other =================================================================== */

/* A chunk may have such events only in these times, and a second around: clocks may be set. */
static void limit_times(struct reading *r, const struct bounds *b) {
    const int64_t around = INT64_C(1000000000);
    if (b->null) return;
    if (b->low > INT64_MIN + around && b->low - around > r->from_ns) r->from_ns = b->low - around;
    if (b->high < INT64_MAX - around && b->high + around < r->to_ns) r->to_ns = b->high + around;
}

static bool may_go_on(void *context, struct reading *r) {
    struct sql *sql = r->gathered->source.sql;
    if (bytes_of_chunk(r) > sql->options.index_bytes + SPARE || r->groups->values.len > MOST_VALUES)
        sql->begins_anew = true;
    return sql_expired(sql) == SQLITE_OK && !sql->begins_anew;
}

void reading_open(struct reading *r, const struct gathered *g, const struct bounds *bounds,
                  struct groups *groups) {
    struct reader_side side = reader_side_of(g->source.sql);
    *r = (struct reading){.gathered = g,
                          .bounds = bounds,
                          .groups = groups,
                          .from_ns = INT64_MIN,
                          .to_ns = INT64_MAX,
                          .may_go_on = may_go_on};
    for (size_t i = 0; i < g->conditions; i++) {
        const char *path = column_of(g, g->condition[i].column)->path;
        if (path && strcmp(path, "startTime") == 0) limit_times(r, &bounds[i]);
    }
    r->reader = reader_open_with(&g->source, &g->plan, true, r->from_ns, r->to_ns, &side);
}
