#include "analyzers/tables/numbered.h"
#include "base/order.h"
#include "base/search.h"

#include <stdbool.h>

ORDERED(compare_numbered, struct numbered, RISING(id), RISING(time_ns), RISING(at))

void numbered_sort(numbered_index *index) {
    array_sort(index, compare_numbered);
}

static uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

size_t numbered_find(const numbered_index *index, int64_t id, int64_t time_ns) {
    const struct numbered *rows = index->items;
    size_t low = search_first(i, 0, index->len,
                              rows[i].id < id || (rows[i].id == id && rows[i].time_ns < time_ns));
    bool here = low < index->len && index->items[low].id == id;
    bool before = low > 0 && index->items[low - 1].id == id;
    if (before && (!here || distance(index->items[low - 1].time_ns, time_ns) <
                                distance(index->items[low].time_ns, time_ns)))
        return index->items[low - 1].at;
    return here ? index->items[low].at : SIZE_MAX;
}
