#include "cmd/read/judged.h"
#include "cmd/read/notes.h"
#include "cmd/read/within.h"

/* Chunks may lie over each other, or have time between them that was not recorded. */
static int64_t recorded_ns(const struct reading *reading) {
    const struct time_window *window = &reading->samples->window;
    int64_t from = reading->report.start_ns, to = reading->report.end_ns;
    if (window->from_ns > from) from = window->from_ns;
    if (window->to_ns < to) to = window->to_ns;
    int64_t recorded = reading->samples->recorded_ns;
    return to > from && to - from < recorded ? to - from : recorded;
}

struct rule_input judged_input(const struct reading *reading, const struct walk_run *run) {
    const struct samples *samples = reading->samples;
    int64_t start = reading->report.start_ns;
    bool has_window = samples->window.from_ns > reading->report.start_ns ||
                      samples->window.to_ns < reading->report.end_ns;
    return (struct rule_input){
        .profile = &samples->profile,
        .facts = &samples->facts,
        .tables = walk_result(run, &tables_reader),
        .census = walk_result(run, &census_reader),
        .event = samples->event,
        .start_ns = samples->window.from_ns > start ? samples->window.from_ns : start,
        .recorded_ns = recorded_ns(reading),
        .has_window = has_window,
        .window_from_ns = samples->window.from_ns,
        .window_to_ns = samples->window.to_ns,
    };
}

int judged_take(struct reading *reading, const struct needs *needs, const struct rules_asked *asked,
                struct judged *out) {
    *out = (struct judged){.findings = {0}};
    int narrowed = within_read(reading);
    if (narrowed != EXIT_OK) return narrowed;
    struct scan_options scan = reading_scan(reading);
    rules_join(rules_all, &reading->run, selection_has_window(reading->selection));
    reading->samples =
        samples_read_in(&reading->run, &scan, reading->selection, needs, &reading->report);
    int code = reading_done(reading);
    if (code == EXIT_OK) code = within_check(reading);
    if (code != EXIT_OK) return code;
    if (!reading->messages->allow_empty &&
        notes_say_outside(&reading->samples->window, &reading->samples->zone, &reading->report))
        return EXIT_NOTHING;
    out->input = judged_input(reading, &reading->run);
    out->findings = rules_asked_judge(asked, &out->input);
    return EXIT_OK;
}

void judged_free(struct judged *judged) {
    findings_free(&judged->findings);
}
