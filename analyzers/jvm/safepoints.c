#include "analyzers/jvm/safepoints.h"
#include "analyzers/jvm/safepoints_wishes.h"

#include "analyzers/tables/numbered.h"

static const struct wish rows[SAFEPOINTS_TABLES] = {SAFEPOINTS_ROWS};
const struct wishes safepoints_wishes = {.rows = rows, .count = SAFEPOINTS_TABLES};

static int64_t or_zero(int64_t n) {
    return n > 0 ? n : 0;
}

static void take_begins(const struct event_table *t, const struct time_window *window,
                        struct safepoints *out) {
    for (size_t row = 0; row < t->rows; row++) {
        if (!time_window_has(window, event_table_int(t, 0, row)) || event_table_repeats(t, row))
            continue;
        array_push(&out->items,
                   (struct safepoint){.start_ns = event_table_int(t, TIME, row),
                                      .reach_ns = whole_amount(event_table_int(t, NS, row)),
                                      .operation_ns = MISSING,
                                      .threads = whole_amount(event_table_int(t, THREADS, row)),
                                      .critical = whole_amount(event_table_int(t, CRITICAL, row)),
                                      .operation = THINGS_NONE,
                                      .caller = THINGS_NONE});
    }
}

static struct safepoint_operation *operation_of(struct safepoints *out, struct map *index,
                                                uint32_t name, bool stops) {
    size_t at = map_number(index, (uint64_t)name << 1 | stops, out->operations.len);
    if (at == out->operations.len)
        array_push(&out->operations, (struct safepoint_operation){.name = name, .stops = stops});
    return &array_at(&out->operations, at);
}

/* A safepoint serves several operations now and then: its way there is counted for the first. */
static void take_operations(const struct event_table *t, const struct event_table *begins,
                            const struct time_window *window, struct safepoints *out) {
    OWNED(array_release) numbered_index by_id = {0};
    OWNED(map_free) struct map index = {0};
    size_t item = 0;
    for (size_t row = 0; row < begins->rows; row++)
        if (time_window_has(window, event_table_int(begins, 0, row)) &&
            !event_table_repeats(begins, row))
            array_push(&by_id, (struct numbered){event_table_int(begins, ID, row),
                                                 event_table_int(begins, TIME, row), item++});
    numbered_sort(&by_id);
    for (size_t row = 0; row < t->rows; row++) {
        if (!time_window_has(window, event_table_int(t, 0, row)) || event_table_repeats(t, row))
            continue;
        int64_t ns = or_zero(event_table_int(t, NS, row)), start = event_table_int(t, TIME, row);
        bool stops = event_table_int(t, STOPS, row) == 1;
        uint32_t name = event_table_id(t, NAME, row);
        struct safepoint_operation *operation = operation_of(out, &index, name, stops);
        lengths_add(&operation->lengths, ns);
        if (!stops) continue;
        lengths_add(&out->lengths, ns);
        size_t at = numbered_find(&by_id, event_table_int(t, ID, row), start);
        if (at == SIZE_MAX) continue;
        struct safepoint *safepoint = &out->items.items[at];
        if (is_missing(safepoint->operation_ns)) {
            lengths_add(&operation->reach, safepoint->reach_ns);
            safepoint->operation = name;
            safepoint->caller = event_table_id(t, CALLER, row);
        }
        whole_gather(&safepoint->operation_ns, ns);
    }
}

static uint64_t whole(const struct safepoint_operation *o) {
    return (uint64_t)o->lengths.total + (uint64_t)o->reach.total;
}

ORDERED(compare_operations, struct safepoint_operation, FALLING(stops), ORDER(whole(y), whole(x)),
        RISING(name))

struct slow {
    int64_t reach_ns;
    size_t at;
};

ORDERED(compare_slow, struct slow, FALLING(reach_ns), RISING(at))

void safepoints_make(const struct tables *tables, const struct time_window *window,
                     struct safepoints *out) {
    const struct event_table *of_begins = tables_find(tables, &rows[BEGINS]);
    ARRAY(struct slow) order = {0};
    *out = (struct safepoints){0};
    take_begins(of_begins, window, out);
    take_operations(tables_find(tables, &rows[OPERATIONS]), of_begins, window, out);
    for (size_t i = 0; i < out->items.len; i++) {
        lengths_add(&out->reach, out->items.items[i].reach_ns);
        array_push(&order, (struct slow){out->items.items[i].reach_ns, i});
    }
    array_sort(&order, compare_slow);
    for (size_t i = 0; i < order.len; i++) array_push(&out->slowest, order.items[i].at);
    lengths_sort(&out->reach);
    lengths_sort(&out->lengths);
    for (size_t i = 0; i < out->operations.len; i++) {
        lengths_sort(&out->operations.items[i].lengths);
        lengths_sort(&out->operations.items[i].reach);
    }
    array_sort(&out->operations, compare_operations);
    array_free(&order);
}

void safepoints_free(struct safepoints *safepoints) {
    for (size_t i = 0; i < safepoints->operations.len; i++) {
        free_each(lengths_free, &safepoints->operations.items[i].lengths,
                  &safepoints->operations.items[i].reach);
    }
    arrays_free(&safepoints->items, &safepoints->operations, &safepoints->slowest);
    free_each(lengths_free, &safepoints->reach, &safepoints->lengths);
}
