#include "analyzers/jvm/unfreed.h"
#include "base/order.h"

#include "analyzers/tables/table.h"

#define EARLY 9 /* tenths of the time whose allocations could have been freed by now */

/* By address: the row of the last allocation there, if it was not freed since. */
static void pair(const struct event_table *mallocs, const struct event_table *frees,
                 struct map *live) {
    size_t freed = 0;
    bool fresh;
    for (size_t row = 0; row <= mallocs->rows; row++) {
        int64_t until = row < mallocs->rows ? event_table_int(mallocs, 0, row) : INT64_MAX;
        /* What is reallocated in place is freed and allocated at one time. */
        for (; freed < frees->rows && event_table_int(frees, 0, freed) <= until; freed++) {
            uint64_t *at = map_get(live, (uint64_t)event_table_int(frees, MALLOC_ADDRESS, freed));
            if (at) *at = mallocs->rows;
        }
        if (row == mallocs->rows) break;
        *map_put(live, (uint64_t)event_table_int(mallocs, MALLOC_ADDRESS, row), &fresh) = row;
    }
}

static void add(struct leak_native *native, int64_t bytes, bool early) {
    native->allocations++;
    native->early += early;
    if (bytes <= 0) return;
    native->bytes = whole_clamped(native->bytes, bytes);
    if (early) native->early_bytes = whole_clamped(native->early_bytes, bytes);
}

ORDERED(compare, struct leak_native, FALLING(early_bytes), FALLING(bytes), FALLING(allocations),
        RISING(function))

/* The first moment of the last tenth between the first event and the last. */
static int64_t late_from(const struct event_table *mallocs, const struct event_table *frees) {
    int64_t first = INT64_MAX, last = INT64_MIN, span;
    const struct event_table *both[] = {mallocs, frees};
    for (size_t i = 0; i < 2; i++) {
        if (!both[i]->rows) continue;
        int64_t begin = event_table_int(both[i], 0, 0);
        int64_t end = event_table_int(both[i], 0, both[i]->rows - 1);
        if (begin < first) first = begin;
        if (end > last) last = end;
    }
    if (__builtin_sub_overflow(last, first, &span)) return INT64_MAX;
    return first + span / 10 * EARLY;
}

void unfreed_make(const struct tables *tables, const struct time_window *window,
                  struct leaks *out) {
    const struct event_table *mallocs = tables_find(tables, &leaks_wishes.rows[LEAKS_MALLOC]);
    const struct event_table *frees = tables_find(tables, &leaks_wishes.rows[LEAKS_FREE]);
    OWNED(map_free) struct map live = {0}, index = {0};
    out->saw_frees = mallocs->rows && frees->rows; /* nofree leaves them out */
    if (!out->saw_frees) return;
    int64_t late = late_from(mallocs, frees);
    pair(mallocs, frees, &live);
    for (size_t i = 0; i < live.size; i++) {
        uint64_t row = live.slots[i].value;
        if (row == MAP_EMPTY || row == mallocs->rows ||
            !time_window_has(window, event_table_int(mallocs, 0, row)))
            continue;
        uint32_t function = event_table_id(mallocs, MALLOC_FUNCTION, row);
        size_t at = map_number(&index, function, out->natives.len);
        if (at == out->natives.len)
            array_push(&out->natives, (struct leak_native){.function = function});
        int64_t bytes = event_table_int(mallocs, MALLOC_SIZE, row);
        bool early = event_table_int(mallocs, 0, row) < late;
        add(&array_at(&out->natives, at), bytes, early);
        add(&out->native, bytes, early);
    }
    array_sort(&out->natives, compare);
}
