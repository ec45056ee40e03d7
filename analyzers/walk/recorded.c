#include "analyzers/walk/scan.h"
#include "base/missing.h"
#include "base/order.h"

struct stretch { /* of time, of a recording */
    uint32_t recording;
    bool elsewhere;
    int64_t from_ns, to_ns;
};

ORDERED(compare_stretches, struct stretch, RISING(recording), RISING(from_ns))

int64_t scan_recorded_ns(const struct scan_report *report, int64_t from_ns, int64_t to_ns) {
    OWNED(array_release) ARRAY(struct stretch) stretches = {0};
    EACH (const struct scan_chunk, chunk, &report->chunks) {
        int64_t start = chunk->start_ns, end;
        if (__builtin_add_overflow(start, chunk->duration_ns, &end)) end = INT64_MAX;
        if (start < from_ns) start = from_ns;
        if (end > to_ns) end = to_ns;
        if (end > start)
            array_push(&stretches,
                       (struct stretch){chunk->recording, chunk->elsewhere, start, end});
    }
    array_sort(&stretches, compare_stretches);
    int64_t sum = 0, covered = INT64_MIN, length;
    for (size_t i = 0; i < stretches.len && sum < INT64_MAX; i++) {
        struct stretch s = stretches.items[i];
        if (i && s.recording == stretches.items[i - 1].recording && s.from_ns < covered)
            s.from_ns = covered < s.to_ns ? covered : s.to_ns;
        if (__builtin_sub_overflow(s.to_ns, s.from_ns, &length)) length = INT64_MAX;
        if (!s.elsewhere) sum = whole_clamped(sum, length);
        if (!i || s.recording != stretches.items[i - 1].recording || s.to_ns > covered)
            covered = s.to_ns;
    }
    return sum;
}
