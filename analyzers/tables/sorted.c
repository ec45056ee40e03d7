/* Rows of a table in order. Blocks are packed in it as long as chunks follow each other. Where they
 * do not, rows are sorted piece by piece: by the time at which each block begins they are unpacked,
 * and those that are before all that is left are packed again, so that there is no second table and
 * no order of all rows. */
#include "analyzers/tables/order.h"
#include "analyzers/tables/rows.h"
#include "base/order.h"
#include "base/search.h"

#define LEAST 8192 /* rows that are sorted together */

/* Loose rows become those in this order: numbers of rows of the table, of so many from there on. */
static void permute(struct event_table *table, size_t from, const uint32_t *order, size_t len) {
    size_t packed = table->packed, to = from - packed;
    void *copy = mem_resize(NULL, len, sizeof(uint64_t));
    for (size_t i = 0; i < table->column_count; i++) {
        size_t width = table_width(table->columns[i].kind);
        void *cells = table->columns[i].cells;
        for (size_t k = 0; k < len && width == 4; k++)
            ((uint32_t *)copy)[k] = ((const uint32_t *)cells)[order[k] - packed];
        for (size_t k = 0; k < len && width == 8; k++)
            ((uint64_t *)copy)[k] = ((const uint64_t *)cells)[order[k] - packed];
        if (width) memcpy((char *)cells + to * width, copy, len * width);
    }
    free(copy);
}

/* Most come in the order of time: then there is hardly anything to do, and nothing to keep. */
void table_sort_loose(const struct things *things, struct event_table *table) {
    uint32_t *order = NULL;
    if (!table_is_by_time(table)) {
        order = table_order(things, table);
        if (table->rows > table->packed)
            permute(table, table->packed, order, table->rows - table->packed);
        free(order);
        return;
    }
    for (size_t from = table->packed, to; from < table->rows; from = to) {
        to = table_time_ends(table, from);
        if (to - from == 1) continue;
        order = mem_resize(order, to - from, sizeof *order);
        for (size_t i = 0; i < to - from; i++) order[i] = (uint32_t)(from + i);
        if (table_order_cells(things, table, order, to - from))
            permute(table, from, order, to - from);
    }
    free(order);
}

struct piece {    /* rows that are unpacked together */
    int64_t time; /* the least of them; the same for all if time does not decide first */
    size_t row, count;
};

ORDERED(compare_pieces, struct piece, RISING(time), RISING(row))

static struct piece *pieces_of(const struct event_table *table, size_t *count) {
    bool timed = strcmp(table->wish->fields[0], "startTime") == 0 &&
                 table->columns[0].kind == JFR_COLUMN_INT;
    size_t blocks = table->packed / PACKED_ROWS, loose = table->rows - table->packed;
    struct piece *pieces = mem_zero(blocks + 1, sizeof *pieces);
    for (size_t i = 0; i < blocks; i++)
        pieces[i] = (struct piece){timed ? (int64_t)table->columns[0].blocks[i].base : 0,
                                   i * PACKED_ROWS, PACKED_ROWS};
    *count = blocks + (loose > 0);
    pieces[blocks] = (struct piece){timed ? INT64_MAX : 0, table->packed, loose};
    for (size_t row = table->packed; row < table->rows && timed; row++)
        if (event_table_int(table, 0, row) < pieces[blocks].time)
            pieces[blocks].time = event_table_int(table, 0, row);
    qsort(pieces, *count, sizeof *pieces, compare_pieces);
    return pieces;
}

static struct event_table without_rows(const struct event_table *table) {
    struct event_table like = *table;
    like.rows = like.packed = like.capacity = like.max_blocks = 0;
    for (size_t i = 0; i < like.column_count; i++) {
        like.columns[i].cells = NULL;
        like.columns[i].blocks = NULL;
    }
    return like;
}

/* The first rows, so many, in order, are behind all that are sorted. */
static void move_sorted(struct event_table *loose, size_t rows, struct event_table *sorted) {
    for (size_t row = 0, count; row < rows; row += count) {
        count = rows - row < TABLE_LOOSE ? rows - row : TABLE_LOOSE;
        table_add_rows(sorted, loose, row, count, NULL);
        if (sorted->rows - sorted->packed >= TABLE_LOOSE) table_pack(sorted);
    }
    table_move_up(loose, rows);
    loose->rows -= rows;
}

static void sort_pieces(const struct things *things, struct event_table *table) {
    size_t count, left = 0;
    struct piece *pieces = pieces_of(table, &count);
    struct event_table loose = without_rows(table), sorted = loose;
    for (size_t i = 0; i < count; i++) {
        if (loose.rows > 2 * left + LEAST) {
            table_sort_loose(things, &loose);
            size_t before =
                search_first(row, 0, loose.rows, event_table_int(&loose, 0, row) < pieces[i].time);
            move_sorted(&loose, before, &sorted);
            left = loose.rows;
        }
        table_add_rows(&loose, table, pieces[i].row, pieces[i].count, NULL);
        if (pieces[i].row < table->packed) table_free_block(table, pieces[i].row / PACKED_ROWS);
    }
    table_sort_loose(things, &loose);
    move_sorted(&loose, loose.rows, &sorted);
    free_each(table_free, &loose, table);
    free(pieces);
    *table = sorted;
}

void table_sort(const struct things *things, struct event_table *table) {
    table_sort_loose(things, table);
    if (table->packed && !table_is_ordered(things, table)) sort_pieces(things, table);
}
