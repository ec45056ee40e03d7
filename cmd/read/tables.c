#include "cmd/read/tables.h"

#include "analyzers/time/offset.h"
#include "base/units.h"
#include "cmd/read/moment.h"

int tables_read_open(struct tables_read *read, struct reading *reading,
                     const struct window_options *window, const struct wishes *wishes) {
    struct scan_options scan = reading_scan(reading);
    walk_join(&read->run, &tables_reader, wishes);
    walk_join(&read->run, &offset_reader, NULL);
    walk_start(&read->run, &scan, &reading->report);
    int code = reading_done(reading);
    const struct scan_report *report = &reading->report;
    read->tables = walk_result(&read->run, &tables_reader);
    read->zone = window->zone.kind == ZONE_UNSAID ? offset_zone(&read->run) : window->zone;
    read->window =
        time_window_of(&window->from, &window->to, report->start_ns, report->end_ns, &read->zone);
    read->recorded_ns = scan_recorded_ns(report, read->window.from_ns, read->window.to_ns);
    return code;
}

void tables_read_close(struct tables_read *read) {
    walk_run_free(&read->run);
    *read = (struct tables_read){0};
}

void tables_read_add_span(const struct tables_read *read, const struct reading *reading,
                          struct text *out) {
    const struct scan_report *report = &reading->report;
    const struct time_window *window = &read->window;
    struct time_range range = {
        .start_ns = window->from_ns > report->start_ns ? window->from_ns : report->start_ns,
        .end_ns = window->to_ns < report->end_ns ? window->to_ns : report->end_ns};
    units_add_duration(out, read->recorded_ns);
    text_add(out, " recorded: ");
    moment_add_span(out, &range, &read->zone);
}
