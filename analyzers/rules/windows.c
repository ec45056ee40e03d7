#include "analyzers/rules/windows.h"

#include "base/missing.h"

static void move_to(struct windows *windows, int64_t from_ns) {
    windows->from_ns = from_ns;
    windows->to_ns = whole_clamped(from_ns, windows->size_ns);
}

static int64_t slide_of(const struct windows *windows) {
    return windows->size_ns / 2 ? windows->size_ns / 2 : 1;
}

struct windows windows_over(int64_t first_ns, int64_t last_ns, int64_t size_ns) {
    struct windows windows = {.last_ns = last_ns, .size_ns = size_ns};
    move_to(&windows, first_ns);
    return windows;
}

bool windows_reach(struct windows *windows, int64_t time_ns) {
    if (time_ns <= windows->to_ns) return true;
    uint64_t gap = (uint64_t)time_ns - (uint64_t)windows->to_ns;
    uint64_t slide = (uint64_t)slide_of(windows);
    uint64_t steps = gap / slide + (gap % slide != 0);
    int64_t jump;
    bool beyond = __builtin_mul_overflow(steps, slide, &jump);
    move_to(windows, beyond ? INT64_MAX : whole_clamped(windows->from_ns, jump));
    return windows->from_ns < windows->last_ns;
}

bool windows_slide(struct windows *windows) {
    move_to(windows, whole_clamped(windows->from_ns, slide_of(windows)));
    return windows->from_ns < windows->last_ns;
}
