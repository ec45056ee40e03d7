#include "analyzers/tables/order.h"

#include "base/platform.h"
#include "base/sort.h"
#include "base/search.h"

#define COMPARE(a, b) \
    if ((a) != (b)) return (a) < (b) ? -1 : 1

static int compare_texts(const struct things *things, uint32_t a, uint32_t b) {
    if (a == b) return 0;
    if (a == JFR_NULL_ID || b == JFR_NULL_ID) return a == JFR_NULL_ID ? 1 : -1;
    size_t p = strings_len(&things->texts, a), q = strings_len(&things->texts, b);
    int order =
        memcmp(strings_get(&things->texts, a), strings_get(&things->texts, b), p < q ? p : q);
    return order ? order : ORDER(p, q);
}

/* As things_sort orders them. */
static int compare_threads(const struct things *things, uint32_t a, uint32_t b) {
    if (a == JFR_NULL_ID || b == JFR_NULL_ID) return a == JFR_NULL_ID ? 1 : -1;
    const struct things_thread *x = &things->threads.items[a], *y = &things->threads.items[b];
    int order = compare_texts(things, x->name, y->name);
    if (order) return order;
    COMPARE(x->os_id, y->os_id);
    COMPARE(x->java_id, y->java_id);
    order = compare_texts(things, x->group, y->group);
    if (order) return order;
    COMPARE(x->is_virtual, y->is_virtual);
    return 0;
}

static int compare_stacks(const struct things *things, uint32_t a, uint32_t b) {
    if (a == JFR_NULL_ID || b == JFR_NULL_ID) return a == JFR_NULL_ID ? 1 : -1;
    COMPARE(things->stacks.items[a].hash, things->stacks.items[b].hash);
    return 0;
}

static int compare_reals(double a, double b) {
    if (is_missing(a) || is_missing(b)) return is_missing(b) - is_missing(a);
    COMPARE(a, b);
    return 0;
}

int table_compare_cells(const struct things *things, enum jfr_column_kind kind, uint64_t a,
                        uint64_t b) {
    if (a == b) return 0;
    switch (kind) {
    case JFR_COLUMN_REAL: {
        int order = compare_reals(table_real(a), table_real(b));
        return order ? order : ORDER(a, b); /* 0 and -0 */
    }
    case JFR_COLUMN_UNSIGNED: return ORDER(a, b);
    case JFR_COLUMN_TEXT: return compare_texts(things, (uint32_t)a, (uint32_t)b);
    case JFR_COLUMN_THREAD: return compare_threads(things, (uint32_t)a, (uint32_t)b);
    case JFR_COLUMN_STACK: return compare_stacks(things, (uint32_t)a, (uint32_t)b);
    default: COMPARE((int64_t)a, (int64_t)b); return 0;
    }
}

struct ordering {
    const struct things *things;
    const struct event_table *table;
};

static int compare_rows(const void *a, const void *b, void *context) {
    const struct ordering *o = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    for (size_t i = 0; i < o->table->column_count; i++) {
        int order =
            table_compare_cells(o->things, o->table->columns[i].kind,
                                event_table_cell(o->table, i, x), event_table_cell(o->table, i, y));
        if (order) return order;
    }
    return 0;
}

/* Keys of the column of time in loose rows, or NULL. */
static uint64_t *time_keys(const struct event_table *table) {
    size_t first = table->packed;
    for (size_t i = 0; i < table->column_count; i++) {
        if (strcmp(table->wish->fields[i], "startTime") != 0) continue;
        uint64_t *keys = mem_resize(NULL, table->rows - first, sizeof *keys);
        for (size_t row = first; row < table->rows; row++)
            keys[row - first] = sort_signed(event_table_int(table, i, row));
        return keys;
    }
    return NULL;
}

static bool has_time_first(const struct event_table *table) {
    return table->column_count && strcmp(table->wish->fields[0], "startTime") == 0;
}

bool table_is_by_time(const struct event_table *table) {
    if (!has_time_first(table)) return false;
    for (size_t row = table->packed + 1; row < table->rows; row++)
        if (event_table_int(table, 0, row - 1) > event_table_int(table, 0, row)) return false;
    return true;
}

bool table_is_ordered(const struct things *things, const struct event_table *table) {
    struct ordering ordering = {things, table};
    int64_t last = INT64_MIN;
    for (size_t row = 0; row < table->rows; row++) {
        int64_t time = event_table_int(table, 0, row);
        uint32_t rows[] = {(uint32_t)row - 1, (uint32_t)row};
        if (!has_time_first(table) || time < last) return false;
        if (row && time == last && compare_rows(&rows[0], &rows[1], &ordering) > 0) return false;
        last = time;
    }
    return true;
}

size_t table_time_ends(const struct event_table *table, size_t from) {
    const int64_t time = event_table_int(table, 0, from);
    return search_on(row, from + 1, table->rows, event_table_int(table, 0, row) == time);
}

bool table_order_cells(const struct things *things, const struct event_table *table,
                       uint32_t *order, size_t len) {
    struct ordering ordering = {things, table};
    size_t sorted = 1;
    while (sorted < len && compare_rows(&order[sorted - 1], &order[sorted], &ordering) <= 0)
        sorted++;
    if (sorted < len) platform_sort(order, len, sizeof *order, compare_rows, &ordering);
    return sorted < len;
}

uint32_t *table_order(const struct things *things, const struct event_table *table) {
    size_t first = table->packed, len = table->rows - first;
    uint32_t *order = sort_start(len);
    OWNED(mem_release) uint64_t *keys = time_keys(table);
    if (keys) sort_by(order, len, keys);
    for (size_t i = 0; i < len; i++) order[i] += (uint32_t)first;
    for (size_t from = 0, to; from < len; from = to) {
        to = search_on(k, from + 1, len,
                       !keys || keys[order[k] - first] == keys[order[from] - first]);
        table_order_cells(things, table, order + from, to - from);
    }
    return order;
}
