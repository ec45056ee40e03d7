#include "analyzers/rules/alike.h"

#include "analyzers/rules/busy.h"

#define NEAR 256 /* that are found without a search */

enum { THINGS = 6 }; /* columns of a row that are looked at, and more than any has */

struct cells { /* in which rows agree: things, two together, and a port */
    uint64_t of[THINGS / 2 + 1];
};

struct making {
    const struct series *series;
    struct alike *alike;
    size_t columns[THINGS], count;
    bool port, bytes;
    struct map index; /* hash of cells -> number */
    ARRAY(struct cells) cells;
    uint32_t near[NEAR]; /* one more than the number */
};

static bool is_same(const void *item, const void *content) {
    return memcmp(item, content, sizeof(struct cells)) == 0;
}

static uint32_t number_of(struct making *making, const struct cells *cells) {
    uint64_t hash = 0;
    for (size_t i = 0; i < COUNT_OF(cells->of); i++) hash = map_mix(hash ^ cells->of[i]);
    uint32_t *near = &making->near[hash % NEAR];
    if (!*near || !is_same(&array_at(&making->cells, *near - 1), cells))
        *near = map_intern(&making->index, hash, is_same, &making->cells, cells) + 1;
    return *near - 1;
}

static void add_row(struct making *making, uint32_t number, size_t row, int64_t took,
                    int64_t bytes) {
    struct alike *alike = making->alike;
    if (number == alike->all.len)
        array_push(&alike->all, (struct alike_rows){.first = row, .longest = row});
    struct alike_rows *rows = &array_at(&alike->all, number);
    rows->count++;
    if (bytes > 0) rows->bytes += (double)bytes; /* null is less */
    if (took <= 0) return;
    rows->ns += (double)took;
    rows->lasting++;
    rows->last = row;
    if (took <= rows->longest_ns) return;
    rows->longest_ns = took;
    rows->longest = row;
}

static void read_keys(const struct making *making, size_t row, size_t count, struct cells *keys) {
    uint64_t cells[PACKED_ROWS];
    memset(keys, 0, count * sizeof *keys);
    for (size_t c = 0; c < making->count; c++) {
        event_table_cells(making->series->table, making->columns[c], row, count, cells);
        for (size_t i = 0; i < count; i++)
            keys[i].of[c / 2] |= (uint64_t)(uint32_t)cells[i] << 32 * (c % 2);
    }
    if (!making->port) return;
    event_table_cells(making->series->table, IO_PORT, row, count, cells);
    for (size_t i = 0; i < count; i++) keys[i].of[THINGS / 2] = cells[i];
}

/* Some rows, column by column. */
static void add_rows(struct making *making, size_t row, size_t count) {
    const struct series *series = making->series;
    struct cells keys[PACKED_ROWS];
    uint64_t numbers[PACKED_ROWS] = {0};
    read_keys(making, series->first + row, count, keys);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = number_of(making, &keys[i]);
        add_row(making, (uint32_t)numbers[i], row + i, series_duration(series, row + i),
                making->bytes ? series_int(series, IO_BYTES, row + i) : 0);
    }
    array_push(&making->alike->numbers, packed_make(JFR_COLUMN_TEXT, numbers));
}

static void make(const struct series *series, enum series_id id, struct alike *out) {
    const struct event_table *table = series->table;
    struct making *making = mem_zero(1, sizeof *making);
    making->series = series;
    making->alike = out;
    making->bytes = id >= SERIES_SOCKET_READ && id <= SERIES_FILE_FORCE;
    making->port = id == SERIES_SOCKET_READ || id == SERIES_SOCKET_WRITE;
    for (size_t c = 0; c < table->column_count && making->count < THINGS; c++)
        if (jfr_is_thing(table->columns[c].kind)) making->columns[making->count++] = c;
    for (size_t row = 0, count; row < series->rows; row += count) {
        count = series->rows - row < PACKED_ROWS ? series->rows - row : PACKED_ROWS;
        add_rows(making, row, count);
    }
    map_free(&making->index);
    array_free(&making->cells);
    free(making);
}

const struct alike *alike_of(const struct rule_input *input, enum series_id id) {
    struct alike **alike = &input->busy->alike[id];
    if (!*alike) {
        const struct series series = series_of(input, id);
        *alike = mem_zero(1, sizeof **alike);
        if (series.rows) make(&series, id, *alike);
    }
    return *alike;
}

void alike_free(struct alike *alike) {
    if (!alike) return;
    EACH (struct packed, packed, &alike->numbers) packed_free(packed);
    arrays_free(&alike->all, &alike->numbers);
    free(alike);
}
