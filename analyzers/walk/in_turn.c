#include "analyzers/walk/scan.h"

/* There is one state, which its owner opens and closes. */
static void *open_state(const void *options) {
    return (void *)(uintptr_t)options;
}

static void merge(void *into, void *from) {
    (void)into, (void)from;
}

static void close_state(void *state) {
    (void)state;
}

void scan_in_turn(const struct scan_options *options, scan_span *window, scan_take *chunk,
                  void *state, struct scan_report *report) {
    const struct scan_work work = {.open = open_state,
                                   .window = window,
                                   .window_context = state,
                                   .chunk = chunk,
                                   .merge = merge,
                                   .close = close_state,
                                   .options = state};
    struct scan_options one = *options;
    one.jobs = 1;
    scan_run(&one, &work, report);
}
