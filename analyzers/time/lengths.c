#include "analyzers/time/lengths.h"

#include "base/order.h"
#include "base/sort.h"

void lengths_add(struct lengths *lengths, int64_t ns) {
    if (ns == INT64_MIN) return; /* not known, or it cannot be */
    if (ns < 0) ns = 0;
    array_push(&lengths->items, ns);
    lengths->total = whole_clamped(lengths->total, ns);
}

void lengths_sort(struct lengths *lengths) {
    sort_numbers(lengths->items.items, lengths->items.len);
}

int64_t lengths_at(const struct lengths *lengths, double share) {
    size_t len = lengths->items.len;
    if (!len) return MISSING;
    double rank = ceil(share * (double)len - 1e-9); /* 0.99 * 100 is a little more than 99 */
    size_t at = rank < 1 ? 0 : (size_t)rank - 1;
    return lengths->items.items[at < len ? at : len - 1];
}

int64_t lengths_longest(const struct lengths *lengths) {
    return lengths_at(lengths, 1);
}

int64_t lengths_count(const struct lengths *lengths) {
    return lengths->items.len ? (int64_t)lengths->items.len : MISSING;
}

int64_t lengths_total(const struct lengths *lengths) {
    return lengths->items.len ? lengths->total : MISSING;
}

void lengths_free(struct lengths *lengths) {
    array_free(&lengths->items);
    lengths->total = 0;
}

void lengths_by_add(struct lengths_by *by, uint64_t key, int64_t ns) {
    size_t at = map_number(&by->index, key, by->rows.len);
    if (at == by->rows.len) array_push(&by->rows, (struct lengths_row){.key = key});
    lengths_add(&array_at(&by->rows, at).lengths, ns);
}

ORDERED(compare_rows, struct lengths_row, FALLING(lengths.total), FALLING(lengths.items.len),
        RISING(key))

void lengths_by_sort(struct lengths_by *by) {
    for (size_t i = 0; i < by->rows.len; i++) lengths_sort(&by->rows.items[i].lengths);
    array_sort(&by->rows, compare_rows);
    map_free(&by->index); /* places have changed */
}

void lengths_by_free(struct lengths_by *by) {
    for (size_t i = 0; i < by->rows.len; i++) lengths_free(&by->rows.items[i].lengths);
    array_free(&by->rows);
    map_free(&by->index);
}
