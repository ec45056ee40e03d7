/* Many events at once: as columns of cells, or as codes to be grouped by. */
#include "base/map.h"
#include "parser/table/cells_parts.h"
#include "parser/value.h"
#include "parser/wire.h"

/* ==== Cells ================================================================================= */

#define AT_ONCE 256 /* whose raw values stay in the first cache */

static void scale_many(const struct cells *c, const struct column *column, const uint64_t *raw,
                       size_t count, uint64_t *out, size_t step) {
    const struct jfr_chunk *chunk = c->chunk;
    if (column->raw_unit == JFR_UNIT_TICKS_SPAN) {
        for (size_t i = 0; i < count; i++) {
            int64_t ticks = (int64_t)raw[i * c->width];
            double ns = (double)ticks / chunk->ticks_per_ns;
            bool usual = ticks >= 0 && ticks < INT64_MAX && ns < 9e18;
            out[i * step] = (uint64_t)(usual ? (int64_t)ns : cells_scaled(c, column, ticks));
        }
        return;
    }
    if (column->raw_unit != JFR_UNIT_TICKS_TIME) {
        for (size_t i = 0; i < count; i++)
            out[i * step] = (uint64_t)cells_scaled(c, column, (int64_t)raw[i * c->width]);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t ticks = (int64_t)raw[i * c->width];
        bool none = ticks == INT64_MIN || ticks == INT64_MAX;
        out[i * step] = (uint64_t)(none ? ticks : jfr_chunk_time(chunk, ticks));
    }
}

#define SPREAD 4096 /* stacks: where so many differ, each has to come from memory */

/* Where the stacks of these rows begin is asked for before the first is read: then the processor
 * waits for many at once. */
static void fetch_stacks(const struct cells *c, const struct column *column, const uint64_t *raw,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at =
            jfr_constant_find(c->code.constants, column->field->type, raw[i * c->width]);
        if (at) prefetch(at);
    }
}

/* raw: of the first row; the next is c->width behind. */
static void read_column(struct cells *c, size_t column_index, const uint64_t *raw, size_t count,
                        uint64_t *out) {
    struct column *column = &c->columns[column_index];
    if (column->as_it_is) {
        for (size_t i = 0; i < count; i++) out[i] = raw[i * c->width];
    } else if (column->by_key) {
        if (column->reading >= READ_STACK && column->cells.len > SPREAD)
            fetch_stacks(c, column, raw, count);
        for (size_t i = 0; i < count; i++)
            out[i] = cells_read_constant(c, column, column_index, raw[i * c->width]);
    } else if (column->reading == READ_INTEGER) {
        scale_many(c, column, raw, count, out, 1);
    } else {
        for (size_t i = 0; i < count; i++)
            out[i] = cells_read_one(c, column, column_index, raw[i * c->width]);
    }
}

static uint64_t *block_of(struct cells *c) {
    if (!c->block) c->block = mem_zero(c->width * AT_ONCE, sizeof *c->block);
    return c->block;
}

/* The rows that could be read move together. Returns how many there are. */
static size_t close_gaps(const struct cells *c, uint64_t unread, size_t count, uint64_t *rows) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (unread >> i & 1) continue;
        if (kept < i) memcpy(rows + kept * c->width, rows + i * c->width, c->width * sizeof *rows);
        kept++;
    }
    return kept;
}

/* Takes the next events, up to a block of them. Returns how many could be read. */
static size_t take_block(struct cells *c, const struct plan_event *events, size_t count,
                         size_t *next, uint64_t *block) {
    size_t rows = 0;
    while (*next < count && rows + PLAN_MANY <= AT_ONCE) {
        size_t some = count - *next < PLAN_MANY ? count - *next : PLAN_MANY;
        uint64_t *raw = block + rows * c->width;
        uint64_t unread =
            plan_read_many(c->plan, c->chunk, PLAN_BATCH(events + *next, some), raw, c->width);
        size_t read = unread ? close_gaps(c, unread, some, raw) : some;
        for (size_t i = 0; i < read && c->holds; i++) cells_hold(c, raw + i * c->width);
        rows += read;
        *next += some;
    }
    return rows;
}

size_t cells_read_many(struct cells *c, const struct jfr_constants *constants,
                       const struct plan_event *events, size_t count, uint64_t *const *out) {
    size_t done = 0;
    c->code.constants = constants;
    uint64_t *block = block_of(c);
    for (size_t next = 0; next < count;) {
        size_t rows = take_block(c, events, count, &next, block);
        for (size_t i = 0; i < c->count; i++) read_column(c, i, block + i, rows, out[i] + done);
        done += rows;
    }
    return done;
}

void cells_each_stack_many(struct cells *c, const struct plan_event *events, size_t count,
                           void (*each)(void *context, uint64_t key), void *context) {
    uint64_t *keys = block_of(c);
    for (size_t some; c->asking && count; events += some, count -= some) {
        some = count < PLAN_MANY ? count : PLAN_MANY;
        uint64_t unread =
            plan_read_many(c->asking, c->chunk, PLAN_BATCH(events, some), keys, c->asked);
        for (size_t i = 0; i < some * c->asked; i++)
            if (!(unread >> i / c->asked & 1)) each(context, keys[i]);
    }
}

/* ==== Codes ================================================================================= */

bool cells_is_coded(const struct cells *c, size_t column) {
    return c->columns[column].by_key || c->columns[column].reading >= READ_EVENT;
}

size_t cells_coder(const struct cells *c, size_t column) {
    return c->columns[column].coder;
}

size_t cells_codes(const struct cells *c, size_t column) {
    return c->columns[column].coding.coded.len;
}

bool cells_leave(struct cells *c, size_t column) {
    return c->columns[column].left = cells_is_text(c, column) && !c->columns[column].by_key;
}

void cells_each_coded_stack(const struct cells *c, void (*each)(void *context, uint64_t key),
                            void *context) {
    for (size_t i = 0; i < c->count; i++) {
        const struct column *column = &c->columns[i];
        bool asks = column->by_key && column->reading >= READ_STACK;
        for (size_t k = 0; asks && k < column->coding.coded.len; k++)
            each(context, column->coding.coded.items[k].value);
    }
}

static uint32_t add_code(struct coding *coding, uint64_t value, uint32_t len) {
    array_push(&coding->coded, (struct coded){value, len});
    return (uint32_t)coding->coded.len - 1;
}

static uint32_t new_code(struct coding *coding, uint64_t value) {
    bool fresh;
    if (value >= CODING_SMALL) {
        uint64_t *id = map_put(&coding->ids, value, &fresh);
        if (fresh) *id = add_code(coding, value, 0);
        return (uint32_t)*id;
    }
    while (coding->small.len <= value) array_push(&coding->small, 0);
    coding->small.items[value] = add_code(coding, value, 0) + 1;
    return coding->small.items[value] - 1;
}

static void code_values(struct coding *coding, const uint64_t *raw, size_t step, size_t count,
                        uint64_t *out) {
    for (size_t i = 0; i < count; i++) {
        uint64_t value = raw[i * step];
        uint32_t known = value < coding->small.len ? coding->small.items[value] : 0;
        out[i] = known ? known - 1 : new_code(coding, value);
    }
}

/* Bytes of a text that cannot be read to its end count as those of one byte. */
static uint32_t bytes_of_text(const struct cells *c, uint64_t position) {
    const uint8_t *begin = c->chunk->data + position, *at = begin;
    struct wire_text text;
    if (!wire_string(c->chunk->encoding, &at, c->chunk->data + c->chunk->size, &text)) return 1;
    return (uint64_t)(at - begin) < UINT32_MAX ? (uint32_t)(at - begin) : 1;
}

static uint32_t code_of_text(const struct cells *c, struct coding *coding, uint64_t position,
                             uint32_t len, uint64_t hash) {
    const uint8_t *data = c->chunk->data;
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *id = map_put(&coding->ids, key, &fresh);
        if (fresh) return (uint32_t)(*id = add_code(coding, position, len));
        const struct coded *known = &coding->coded.items[*id];
        if (known->len == len && memcmp(data + known->value, data + position, len) == 0)
            return (uint32_t)*id;
    }
}

/* Where the code of a text is that came before, most likely: by its first and last bytes. NULL: it
 * is not a usual text, see wire_short_text, or near the end. bytes: that such a text has. */
static uint32_t *near_of(const struct cells *c, struct coding *coding, uint64_t position,
                         uint32_t *bytes) {
    const uint8_t *at = c->chunk->data + position, *end = c->chunk->data + c->chunk->size;
    struct wire_text text;
    uint64_t first, last;
    if (!wire_short_text(c->chunk->encoding, at, end, &text) || end - at < 8) return NULL;
    *bytes = (uint32_t)text.len + 2;
    memcpy(&first, at, sizeof first);
    last = 0;
    if (*bytes >= 8) memcpy(&last, at + *bytes - 8, sizeof last);
    else first &= (UINT64_C(1) << 8 * *bytes) - 1;
    return &coding->near[map_fold(first ^ last * UINT64_C(0x9E3779B97F4A7C15), map_seed[1]) %
                         CODING_NEAR];
}

/* What has the same bytes has the same code, and is read to the same end. */
static bool is_near(const struct cells *c, const struct coding *coding, const uint32_t *near,
                    uint64_t position, uint32_t bytes) {
    if (!near || !*near) return false;
    const struct coded *known = &coding->coded.items[*near - 1];
    return known->len == bytes &&
           memcmp(c->chunk->data + known->value, c->chunk->data + position, bytes) == 0;
}

#define AHEAD 32 /* texts whose place in the table is asked for before the first is looked for */

/* Equal texts get equal codes without one of them being decoded. */
static void code_texts(struct cells *c, struct coding *coding, const uint64_t *raw, size_t count,
                       uint64_t *out) {
    struct {
        size_t row;
        uint32_t *near, len;
        uint64_t hash;
    } left[AHEAD];
    for (size_t first = 0, next; first < count; first = next) {
        size_t lefts = 0;
        for (next = first; next < count && lefts < AHEAD; next++) {
            uint64_t position = raw[next * c->width];
            uint32_t len = 0, *near = near_of(c, coding, position, &len);
            out[next] = near && *near ? *near - 1 : 0;
            if (is_near(c, coding, near, position, len)) continue;
            left[lefts].row = next;
            left[lefts].near = near;
            left[lefts].len = bytes_of_text(c, position);
            left[lefts].hash = hash_bytes(c->chunk->data + position, left[lefts].len);
            map_prefetch(&coding->ids, left[lefts++].hash);
        }
        for (size_t i = 0; i < lefts; i++) {
            uint64_t position = raw[left[i].row * c->width];
            uint32_t code = code_of_text(c, coding, position, left[i].len, left[i].hash);
            out[left[i].row] = code;
            if (left[i].near) *left[i].near = code + 1;
        }
    }
}

/* raw: of the first row, as for read_column. */
static void code_column(struct cells *c, size_t column_index, const uint64_t *raw, size_t count,
                        uint64_t *out) {
    struct column *column = &c->columns[column_index];
    bool made = column->reading >= READ_EVENT && column->reading != READ_TEXT;
    if (column->as_it_is || column->left) {
        for (size_t i = 0; i < count; i++) out[i] = raw[i * c->width];
    } else if (column->by_key || made) {
        code_values(&column->coding, raw, c->width, count, out);
    } else if (column->reading == READ_TEXT) {
        code_texts(c, &column->coding, raw, count, out);
    } else if (column->reading == READ_NOTHING) {
        for (size_t i = 0; i < count; i++) out[i] = jfr_null(column->kind);
    } else {
        scale_many(c, column, raw, count, out, 1);
    }
}

size_t cells_code_many(struct cells *c, const struct plan_event *events, size_t count,
                       uint64_t *const *out) {
    uint64_t *block = block_of(c);
    size_t done = 0;
    for (size_t next = 0; next < count;) {
        size_t rows = take_block(c, events, count, &next, block);
        for (size_t i = 0; i < c->count; i++)
            if (c->columns[i].coder == i) code_column(c, i, block + i, rows, out[i] + done);
        done += rows;
    }
    return done;
}

uint64_t cells_of_code(struct cells *c, const struct jfr_constants *constants, size_t column_index,
                       const struct cells *coder, uint64_t code) {
    struct column *column = &c->columns[column_index];
    struct coding *coding = &column->coding;
    if (!cells_is_coded(c, column_index)) return code;
    while (coding->cells.len <= code) {
        array_push(&coding->cells, 0);
        array_push(&coding->has_cell, 0);
    }
    if (!coding->has_cell.items[code]) {
        const struct column *coded = &coder->columns[coder->columns[column_index].coder];
        c->code.constants = constants;
        coding->cells.items[code] =
            cells_read_one(c, column, column_index, coded->coding.coded.items[code].value);
        coding->has_cell.items[code] = true;
    }
    return coding->cells.items[code];
}

void cells_of_codes(struct cells *c, const struct jfr_constants *constants, size_t column_index,
                    const struct cells *coder, uint64_t *codes, size_t count) {
    const struct coding *coding = &c->columns[column_index].coding;
    if (!cells_is_coded(c, column_index)) return;
    for (size_t i = 0; i < count; i++) {
        uint64_t code = codes[i];
        bool known = code < coding->cells.len && coding->has_cell.items[code];
        codes[i] = known ? coding->cells.items[code]
                         : cells_of_code(c, constants, column_index, coder, code);
    }
}

bool cells_is_text(const struct cells *c, size_t column) {
    return c->columns[column].reading == READ_TEXT;
}

bool cells_add_coded(struct cells *c, const struct jfr_constants *constants, size_t column,
                     uint64_t code, struct text *out) {
    size_t coder = c->columns[column].coder;
    return cells_add_text(c, constants, column, c->columns[coder].coding.coded.items[code].value,
                          out);
}

bool cells_add_text(struct cells *c, const struct jfr_constants *constants, size_t column,
                    uint64_t value, struct text *out) {
    if (!jfr_plan_resolve_one(c->plan, constants, column, &value)) return false;
    string_add(c->chunk, c->chunk->data + value, CODE_MAX_TEXT, out);
    return true;
}
