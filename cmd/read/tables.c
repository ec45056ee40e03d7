#include "cmd/read/tables.h"

#include "analyzers/time/recorded.h"

void tables_read_join(struct walk_run *run, const struct wishes *wishes) {
    walk_join(run, &tables_reader, wishes);
    walk_join(run, &recorded_reader, wishes->rows[0].event);
}

struct tables_read tables_read_of(const struct walk_run *run, const struct scan_report *report,
                                  const struct window_options *window,
                                  const struct wishes *wishes) {
    struct tables_read read = {.tables = walk_result(run, &tables_reader), .of = run};
    int64_t start = report->start_ns, end = report->end_ns;
    read.zone = window->zone.kind == ZONE_UNSAID ? recorded_zone(run) : window->zone;
    read.window = time_window_of(&window->from, &window->to, start, end, &read.zone);
    read.range =
        (struct time_range){.start_ns = read.window.from_ns > start ? read.window.from_ns : start,
                            .end_ns = read.window.to_ns < end ? read.window.to_ns : end};
    read.recorded_ns =
        recorded_ns(run, report, wishes->rows[0].event, read.window.from_ns, read.window.to_ns);
    return read;
}

int tables_read_open(struct tables_read *read, struct reading *reading,
                     const struct window_options *window, const struct wishes *wishes) {
    struct walk_run run = read->run;
    struct scan_options scan = reading_scan(reading);
    tables_read_join(&run, wishes);
    walk_start(&run, &scan, &reading->report);
    int code = reading_done(reading);
    *read = tables_read_of(&run, &reading->report, window, wishes);
    read->run = run;
    read->of = &read->run;
    return code;
}

void tables_read_close(struct tables_read *read) {
    walk_run_free(&read->run);
    *read = (struct tables_read){0};
}
