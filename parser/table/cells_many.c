/* Many events at once: as columns of cells, or as codes to be grouped by. */
#include "base/map.h"
#include "parser/table/cells_parts.h"
#include "parser/value.h"
#include "parser/wire.h"

#include <string.h>

/* ==== Cells ================================================================================= */

#define AT_ONCE 256 /* whose raw values stay in the first cache */

static void scale_many(const struct cells *c, const struct column *column, const uint64_t *raw,
                       size_t count, uint64_t *out, size_t step) {
    const struct jfr_chunk *chunk = c->chunk;
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
        if (at) __builtin_prefetch(at);
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

size_t cells_read_many(struct cells *c, const struct jfr_constants *constants,
                       const struct cells_event *events, size_t count, uint64_t *const *out) {
    size_t done = 0;
    c->code.constants = constants;
    if (!c->block) c->block = mem_zero(c->width * AT_ONCE + 1, sizeof *c->block);
    for (size_t next = 0; next < count;) {
        size_t rows = 0;
        for (; next < count && rows < AT_ONCE; next++) {
            rows += cells_take_raw(c, events[next].payload, events[next].end,
                                   c->block + rows * c->width);
        }
        for (size_t i = 0; i < c->count; i++) read_column(c, i, c->block + i, rows, out[i] + done);
        done += rows;
    }
    return done;
}

/* ==== Codes ================================================================================= */

bool cells_is_coded(const struct cells *c, size_t column) {
    return c->columns[column].by_key || c->columns[column].reading >= READ_EVENT;
}

size_t cells_width(const struct cells *c) {
    return c->width;
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

static uint32_t code_of_value(struct coding *coding, uint64_t value) {
    bool fresh;
    if (coding->coded.len && coding->last_value == value) return coding->last_code;
    uint64_t *id = map_put(&coding->ids, value, &fresh);
    if (fresh) *id = add_code(coding, value, 0);
    coding->last_value = value;
    return coding->last_code = (uint32_t)*id;
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
    for (;; hash = map_next_key(hash)) {
        bool fresh;
        uint64_t *id = map_put(&coding->ids, hash, &fresh);
        if (fresh) return (uint32_t)(*id = add_code(coding, position, len));
        const struct coded *known = &coding->coded.items[*id];
        if (known->len == len && memcmp(data + known->value, data + position, len) == 0)
            return (uint32_t)*id;
    }
}

#define AHEAD 32 /* texts whose place in the table is asked for before the first is looked for */

/* Equal texts get equal codes without one of them being decoded. */
static void code_texts(struct cells *c, struct coding *coding, uint64_t *raw, size_t count) {
    uint32_t lens[AHEAD];
    uint64_t hashes[AHEAD];
    for (size_t first = 0; first < count; first += AHEAD) {
        size_t some = count - first < AHEAD ? count - first : AHEAD;
        uint64_t *at = raw + first * c->width;
        for (size_t i = 0; i < some; i++) {
            lens[i] = bytes_of_text(c, at[i * c->width]);
            hashes[i] = hash_bytes(c->chunk->data + at[i * c->width], lens[i]);
            map_prefetch(&coding->ids, hashes[i]);
        }
        for (size_t i = 0; i < some; i++)
            at[i * c->width] = code_of_text(c, coding, at[i * c->width], lens[i], hashes[i]);
    }
}

/* raw: of the first row, as for read_column. */
static void code_column(struct cells *c, size_t column_index, uint64_t *raw, size_t count) {
    struct column *column = &c->columns[column_index];
    if (column->as_it_is) return;
    bool made = column->reading >= READ_EVENT && column->reading != READ_TEXT;
    if (column->by_key || made) {
        for (size_t i = 0; i < count; i++)
            raw[i * c->width] = code_of_value(&column->coding, raw[i * c->width]);
    } else if (column->reading == READ_TEXT) {
        code_texts(c, &column->coding, raw, count);
    } else if (column->reading == READ_NOTHING) {
        for (size_t i = 0; i < count; i++) raw[i * c->width] = jfr_null(column->kind);
    } else {
        scale_many(c, column, raw, count, raw, c->width);
    }
}

size_t cells_code_many(struct cells *c, const struct cells_event *events, size_t count,
                       uint64_t *out) {
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += cells_take_raw(c, events[i].payload, events[i].end, out + rows * c->width);
    for (size_t i = 0; i < c->count; i++) code_column(c, i, out + i, rows);
    return rows;
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
        c->code.constants = constants;
        uint64_t value = coder->columns[column_index].coding.coded.items[code].value;
        coding->cells.items[code] = cells_read_one(c, column, column_index, value);
        coding->has_cell.items[code] = true;
    }
    return coding->cells.items[code];
}

bool cells_is_text(const struct cells *c, size_t column) {
    return c->columns[column].reading == READ_TEXT;
}

bool cells_add_text(struct cells *c, const struct jfr_constants *constants, size_t column,
                    uint64_t code, struct text *out) {
    uint64_t value = c->columns[column].coding.coded.items[code].value;
    if (!jfr_plan_resolve_one(c->plan, constants, column, &value)) return false;
    string_add(c->chunk, c->chunk->data + value, CODE_MAX_TEXT, out);
    return true;
}
