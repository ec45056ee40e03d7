#include "cmd/export/lanes.h"
#include "base/search.h"

static bool fits(const struct lane *lane, int64_t start, int64_t end) {
    if (lane->any && start < lane->horizon) return false;
    for (unsigned i = 0; i < lane->len; i++) {
        bool apart = end <= lane->start[i] || start >= lane->end[i];
        bool within = start >= lane->start[i] && end <= lane->end[i];
        bool around = start <= lane->start[i] && end >= lane->end[i];
        if (!apart && !within && !around) return false;
    }
    return true;
}

static void add(struct lane *lane, int64_t start, int64_t end) {
    unsigned at = lane->len;
    if (at == LANES_MEMORY) {
        at = 0;
        for (unsigned i = 1; i < lane->len; i++)
            if (lane->end[i] < lane->end[at]) at = i;
        if (!lane->any || lane->end[at] > lane->horizon) lane->horizon = lane->end[at];
        lane->any = true;
    } else {
        lane->len++;
    }
    lane->start[at] = start;
    lane->end[at] = end;
}

size_t lanes_place(lanes *of, int64_t start, int64_t end) {
    const size_t lane = search_on(k, 0, of->len, !fits(&of->items[k], start, end));
    if (lane == of->len) array_push(of, (struct lane){.len = 0});
    add(&of->items[lane], start, end);
    return lane;
}
