#include "cmd/read/changes.h"

#include "analyzers/requests/candidates.h"
#include "analyzers/rules/rules.h"
#include "cmd/read/judged.h"

void changes_join(const struct reading *reading, struct walk_run *run, const void *context) {
    (void)context;
    rules_join(rules_all, run, selection_has_window(reading->selection));
    contrast_join(run);
    walk_join(run, &tables_reader, &candidates_wishes);
}

static bool has_times(const struct comparison *comparison) {
    for (size_t i = 0; i < comparison->recordings.len; i++) {
        const struct reading *reading = &comparison->recordings.items[i].reading;
        if (!reading->samples || reading->report.profiles || reading->report.start_ns <= 0)
            return false;
    }
    return true;
}

void changes_make(const struct comparison *comparison, bool causes, struct changes *out) {
    struct contrast_sides sides = {.without_samples = false};
    *out = (struct changes){.has_rates = has_times(comparison)};
    if (!out->has_rates) return;
    for (size_t i = 0; i < comparison->recordings.len; i++) {
        const struct reading *reading = &comparison->recordings.items[i].reading;
        int side = comparison->inputs.items[i].side;
        struct rule_input *input = mem_zero(1, sizeof *input);
        profile_sort_samples(&reading->samples->profile);
        *input = judged_input(reading, &reading->run);
        array_push(&out->inputs, input);
        contrast_add_recorded(input, side, reading->selection->not_then, &sides);
        if (causes) array_push(&out->findings, rules_judge(rules_all, input));
    }
    for (size_t i = 0; i < out->findings.len; i++)
        finding_changes_add(&out->causes, comparison->inputs.items[i].side, &out->findings.items[i],
                            out->inputs.items[i]->profile);
    contrast_of(&sides, &out->contrast);
    request_changes_make(&sides, &out->requests);
    out->has_causes = causes;
    finding_changes_finish(&out->causes);
    array_free(&sides.items);
}

void changes_free(struct changes *changes) {
    contrast_free(&changes->contrast);
    request_changes_free(&changes->requests);
    finding_changes_free(&changes->causes);
    for (size_t i = 0; i < changes->findings.len; i++) findings_free(&changes->findings.items[i]);
    for (size_t i = 0; i < changes->inputs.len; i++) free(changes->inputs.items[i]);
    arrays_free(&changes->findings, &changes->inputs);
}
