#include "analyzers/time/grouped.h"

#include <string.h>

static void add_to(int64_t *sum, int64_t n) {
    if (n > 0 && __builtin_add_overflow(*sum, n, sum)) *sum = INT64_MAX;
}

static struct grouped_row *row_of(struct grouped *out, struct map *index, const uint64_t *keys) {
    uint64_t key = hash_bytes(keys, GROUPED_KEYS * sizeof *keys), *at;
    bool fresh;
    while (at = map_put(index, key, &fresh), !fresh) {
        struct grouped_row *row = &array_at(&out->rows, *at);
        if (memcmp(row->keys, keys, sizeof row->keys) == 0) return row;
        key = map_next_key(key);
    }
    *at = out->rows.len;
    array_push(&out->rows, (struct grouped_row){0});
    struct grouped_row *row = &out->rows.items[out->rows.len - 1];
    memcpy(row->keys, keys, sizeof row->keys);
    return row;
}

static int compare_rows(const void *a, const void *b) {
    const struct grouped_row *x = a, *y = b;
    if (x->lengths.total != y->lengths.total) return x->lengths.total < y->lengths.total ? 1 : -1;
    size_t m = x->lengths.items.len, n = y->lengths.items.len;
    if (m != n) return m < n ? 1 : -1;
    for (size_t i = 0; i < GROUPED_KEYS; i++)
        if (x->keys[i] != y->keys[i]) return x->keys[i] < y->keys[i] ? -1 : 1;
    return 0;
}

static const size_t *keys_of(const struct grouping *grouping, const struct event_table *table,
                             size_t row) {
    bool null = grouping->unless && event_table_id(table, grouping->unless, row) == JFR_NULL_ID;
    return null ? grouping->others : grouping->keys;
}

struct grouped grouped_make(const struct tables *tables, const struct grouping *grouping,
                            const struct time_window *window) {
    struct grouped out = {.table = tables_find(tables, grouping->wish)};
    struct map index = {0};
    for (size_t row = 0; row < out.table->rows; row++) {
        uint64_t keys[GROUPED_KEYS] = {0};
        if (!grouped_takes(out.table, row, window)) continue;
        const size_t *columns = keys_of(grouping, out.table, row);
        for (size_t i = 0; i < grouping->key_count; i++)
            keys[i] = event_table_cell(out.table, columns[i], row);
        struct grouped_row *group = row_of(&out, &index, keys);
        int64_t ns = grouping->duration ? event_table_int(out.table, grouping->duration, row) : 0;
        lengths_add(&group->lengths, ns);
        lengths_add(&out.all, ns);
        group->last = row;
        if (!grouping->sum) continue;
        add_to(&group->sum, event_table_int(out.table, grouping->sum, row));
        add_to(&out.sum, event_table_int(out.table, grouping->sum, row));
    }
    for (size_t i = 0; i < out.rows.len; i++) lengths_sort(&out.rows.items[i].lengths);
    lengths_sort(&out.all);
    if (out.rows.len) qsort(out.rows.items, out.rows.len, sizeof *out.rows.items, compare_rows);
    map_free(&index);
    return out;
}

void grouped_free(struct grouped *grouped) {
    for (size_t i = 0; i < grouped->rows.len; i++) lengths_free(&grouped->rows.items[i].lengths);
    array_free(&grouped->rows);
    lengths_free(&grouped->all);
}
