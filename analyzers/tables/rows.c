#include "analyzers/tables/rows.h"

#include "parser/table/cells.h"

void table_set_cell(struct event_column *column, size_t row, uint64_t cell) {
    if (column->kind == JFR_COLUMN_NONE) return;
    if (table_width(column->kind) == 4) ((uint32_t *)column->cells)[row] = (uint32_t)cell;
    else ((uint64_t *)column->cells)[row] = cell;
}

void table_set_cells(struct event_column *column, size_t row, const uint64_t *cells, size_t count) {
    if (column->kind == JFR_COLUMN_NONE || !count) return;
    if (table_width(column->kind) == 4)
        for (size_t i = 0; i < count; i++)
            ((uint32_t *)column->cells)[row + i] = (uint32_t)cells[i];
    else memcpy((uint64_t *)column->cells + row, cells, count * sizeof *cells);
}

/* ==== Cells that change ===================================================================== */

struct change { /* to a wider kind, or of numbers of things */
    enum jfr_column_kind from, to;
    const uint32_t *ids; /* NULL: they stay */
};

static struct change renaming(const struct event_column *column, const struct things_ids *ids) {
    struct change change = {column->kind, column->kind, NULL};
    if (!ids) return change;
    if (column->kind == JFR_COLUMN_TEXT) change.ids = ids->texts;
    if (column->kind == JFR_COLUMN_THREAD) change.ids = ids->threads;
    if (column->kind == JFR_COLUMN_STACK) change.ids = ids->stacks;
    return change;
}

static void change_cells(const struct change *change, uint64_t *cells, size_t count) {
    for (size_t i = 0; i < count && change->ids; i++)
        cells[i] = things_renamed(change->ids, (uint32_t)cells[i]);
    for (size_t i = 0; i < count && change->from != change->to; i++)
        cells[i] = cells_convert(cells[i], change->from, change->to);
}

void event_table_cells(const struct event_table *table, size_t column, size_t row, size_t count,
                       uint64_t *out) {
    const struct event_column *c = &table->columns[column];
    for (size_t some; row < table->packed && count; row += some, out += some, count -= some) {
        some = PACKED_ROWS - row % PACKED_ROWS;
        if (some > count) some = count;
        packed_cells(&c->blocks[row / PACKED_ROWS], c->kind, row % PACKED_ROWS, some, out);
    }
    row -= table->packed;
    for (size_t i = 0; i < count; i++)
        out[i] = c->kind == JFR_COLUMN_NONE  ? jfr_null(c->kind)
                 : table_width(c->kind) == 4 ? ((const uint32_t *)c->cells)[row + i]
                                             : ((const uint64_t *)c->cells)[row + i];
}

static void change_column(const struct event_table *table, struct event_column *column,
                          const struct change *change) {
    uint64_t cells[PACKED_ROWS];
    for (size_t i = 0; i < table->packed / PACKED_ROWS; i++) {
        struct packed *block = &column->blocks[i];
        if (!block->bits) {
            block->base = packed_get(block, 0);
            change_cells(change, &block->base, 1);
            continue;
        }
        packed_cells(block, change->from, 0, PACKED_ROWS, cells);
        change_cells(change, cells, PACKED_ROWS);
        packed_free(block);
        *block = packed_make(change->to, cells);
    }
    struct event_column to = *column;
    bool wider = change->from != change->to;
    to.kind = change->to;
    if (wider) to.cells = mem_zero(table->capacity, table_width(to.kind));
    for (size_t row = table->packed, count; row < table->rows; row += count) {
        count = table->rows - row < PACKED_ROWS ? table->rows - row : PACKED_ROWS;
        event_table_cells(table, (size_t)(column - table->columns), row, count, cells);
        change_cells(change, cells, count);
        table_set_cells(&to, row - table->packed, cells, count);
    }
    if (wider) free(column->cells);
    *column = to;
}

void table_widen(struct event_table *table, struct event_column *column, enum jfr_column_kind kind,
                 enum jfr_unit unit) {
    if (unit > column->unit) column->unit = unit;
    struct change change = {column->kind, cells_wider(column->kind, kind), NULL};
    if (change.to != change.from) change_column(table, column, &change);
}

void table_rename(struct event_table *table, const struct things_ids *ids) {
    for (size_t i = 0; i < table->column_count; i++) {
        struct change change = renaming(&table->columns[i], ids);
        if (change.ids) change_column(table, &table->columns[i], &change);
    }
}

/* ==== Room ================================================================================== */

size_t table_capacity(const struct event_table *table, size_t rows) {
    rows -= table->packed;
    return rows <= table->capacity ? table->capacity : mem_grown(table->capacity, 8, rows);
}

void table_reserve_column(struct event_table *table, size_t column, size_t capacity) {
    struct event_column *c = &table->columns[column];
    if (capacity > table->capacity && c->kind != JFR_COLUMN_NONE)
        c->cells = mem_resize(c->cells, capacity, table_width(c->kind));
}

void table_reserve(struct event_table *table, size_t rows) {
    size_t capacity = table_capacity(table, rows);
    for (size_t i = 0; i < table->column_count; i++) table_reserve_column(table, i, capacity);
    table->capacity = capacity;
}

void table_move_up(struct event_table *table, size_t row) {
    for (size_t i = 0; i < table->column_count; i++) {
        size_t width = table_width(table->columns[i].kind);
        char *cells = table->columns[i].cells;
        if (width)
            memmove(cells, cells + (row - table->packed) * width, (table->rows - row) * width);
    }
}

void table_pack(struct event_table *table) {
    uint64_t cells[PACKED_ROWS];
    size_t more = (table->rows - table->packed) / PACKED_ROWS;
    if (table->passing || more < 2) return;
    more--;
    size_t blocks = table->packed / PACKED_ROWS, to = table->packed + more * PACKED_ROWS;
    bool grows = blocks + more > table->max_blocks;
    if (grows) table->max_blocks = mem_grown(table->max_blocks, 8, blocks + more);
    for (size_t i = 0; i < table->column_count; i++) {
        struct event_column *c = &table->columns[i];
        if (grows) c->blocks = mem_resize(c->blocks, table->max_blocks, sizeof *c->blocks);
        for (size_t k = 0; k < more; k++) {
            event_table_cells(table, i, table->packed + k * PACKED_ROWS, PACKED_ROWS, cells);
            c->blocks[blocks + k] = packed_make(c->kind, cells);
        }
    }
    table_move_up(table, to);
    table->packed = to;
}

void table_free_block(struct event_table *table, size_t block) {
    for (size_t i = 0; i < table->column_count; i++) packed_free(&table->columns[i].blocks[block]);
}

void table_free(struct event_table *table) {
    for (size_t i = 0; i < table->packed / PACKED_ROWS; i++) table_free_block(table, i);
    for (size_t i = 0; i < table->column_count; i++) {
        free(table->columns[i].cells);
        free(table->columns[i].blocks);
    }
}

/* Forgets rows behind so many. Of a block that is cut in two the first rows are loose. */
static void truncate_rows(struct event_table *table, size_t rows) {
    uint64_t cells[PACKED_ROWS];
    size_t packed = table->packed, whole = rows / PACKED_ROWS * PACKED_ROWS;
    table->rows = rows;
    if (packed <= rows) return;
    table->packed = whole;
    table_reserve(table, rows);
    for (size_t i = 0; i < table->column_count && rows > whole; i++) {
        struct event_column *c = &table->columns[i];
        packed_cells(&c->blocks[whole / PACKED_ROWS], c->kind, 0, rows - whole, cells);
        table_set_cells(c, 0, cells, rows - whole);
    }
    for (; whole < packed; whole += PACKED_ROWS) table_free_block(table, whole / PACKED_ROWS);
}

size_t table_max_rows(const struct event_table *table) {
    size_t rows = (size_t)(table->max_bytes / (8 * (table->column_count + 1)));
    return rows < UINT32_MAX / 2 ? rows + 1 : UINT32_MAX / 2;
}

void table_cut(const struct things *things, struct event_table *table, size_t from) {
    size_t most = table_max_rows(table);
    if (table->rows <= most || table->rows < from) return;
    table_sort(things, table);
    truncate_rows(table, most);
}

void table_add_rows(struct event_table *into, const struct event_table *from, size_t row,
                    size_t count, const struct things_ids *ids) {
    uint64_t cells[PACKED_ROWS];
    table_reserve(into, into->rows + count);
    for (size_t i = 0; i < into->column_count; i++) {
        struct change change = renaming(&from->columns[i], ids);
        change.to = into->columns[i].kind;
        for (size_t done = 0, some; done < count; done += some) {
            some = count - done < PACKED_ROWS ? count - done : PACKED_ROWS;
            event_table_cells(from, i, row + done, some, cells);
            change_cells(&change, cells, some);
            table_set_cells(&into->columns[i], into->rows - into->packed + done, cells, some);
        }
    }
    into->rows += count;
}

void table_append(struct event_table *into, const struct event_table *from,
                  const struct things_ids *ids) {
    for (size_t i = 0; i < into->column_count && from->rows; i++)
        table_widen(into, &into->columns[i], from->columns[i].kind, from->columns[i].unit);
    for (size_t row = 0, count; row < from->rows; row += count) {
        count = from->rows - row < PACKED_ROWS ? from->rows - row : PACKED_ROWS;
        table_add_rows(into, from, row, count, ids);
        if (into->rows - into->packed >= TABLE_MOST_LOOSE) table_pack(into);
    }
}

bool event_table_repeats(const struct event_table *table, size_t row) {
    for (size_t i = 0; i < table->column_count; i++)
        if (row == 0 || event_table_cell(table, i, row) != event_table_cell(table, i, row - 1))
            return false;
    return row > 0 && table->column_count > 0;
}
