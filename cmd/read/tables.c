#include "cmd/read/tables.h"

#include "analyzers/time/recorded.h"

int tables_read_open(struct tables_read *read, struct reading *reading,
                     const struct window_options *window, const struct wishes *wishes) {
    struct scan_options scan = reading_scan(reading);
    walk_join(&read->run, &tables_reader, wishes);
    walk_join(&read->run, &recorded_reader, wishes->rows[0].event);
    walk_start(&read->run, &scan, &reading->report);
    int code = reading_done(reading);
    const struct scan_report *report = &reading->report;
    read->tables = walk_result(&read->run, &tables_reader);
    read->zone = window->zone.kind == ZONE_UNSAID ? recorded_zone(&read->run) : window->zone;
    read->window =
        time_window_of(&window->from, &window->to, report->start_ns, report->end_ns, &read->zone);
    read->recorded_ns = recorded_ns(&read->run, report, read->window.from_ns, read->window.to_ns);
    return code;
}

void tables_read_close(struct tables_read *read) {
    walk_run_free(&read->run);
    *read = (struct tables_read){0};
}

struct time_range tables_read_range(const struct tables_read *read, const struct reading *reading) {
    const struct scan_report *report = &reading->report;
    const struct time_window *window = &read->window;
    return (struct time_range){
        .start_ns = window->from_ns > report->start_ns ? window->from_ns : report->start_ns,
        .end_ns = window->to_ns < report->end_ns ? window->to_ns : report->end_ns};
}
