/* A rule over a recording that is told as tests/support/told.h has it. */
#pragma once

#include "analyzers/rules/rules.h"
#include "tests/support/reading.h"
#include "tests/support/told.h"

#include <check.h>
#include <string.h>

#define RECORDED_NS INT64_C(120000000000)

/* What samples are of; NULL: of what the usual sampler takes. */
static const char *judged_event;

/* Judges one rule; profile: of the samples, sorted. */
/* "virtual-7" is what it says. */
static inline struct tables *with_virtual_threads(struct tables *tables) {
    EACH (struct things_thread, thread, &tables->things.threads)
        thread->is_virtual =
            strncmp(strings_get(&tables->things.texts, thread->name), "virtual-", 8) == 0;
    return tables;
}

static inline struct finding judge_with(const struct rule *rule, const struct bytes *bytes,
                                        const struct profile *profile) {
    static const struct facts_options options;
    struct memory_file file = memory_file_make(bytes->data, bytes->len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    rules_join(rules_all, &run, false);
    facts_join(&run, &options);
    walk_start(&run, &scan, &report);
    struct facts facts = facts_take(&run);
    const struct rule_input input = {.profile = profile,
                                     .facts = &facts,
                                     .tables =
                                         with_virtual_threads(walk_result(&run, &tables_reader)),
                                     .census = walk_result(&run, &census_reader),
                                     .event = judged_event,
                                     .start_ns = START_NS,
                                     .recorded_ns = RECORDED_NS};
    struct finding finding;
    rule_judge(rule, &input, NULL, &finding);
    facts_free(&facts);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    return finding;
}

static inline struct finding judge(const struct rule *rule, const struct bytes *bytes) {
    const struct profile none = {.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    return judge_with(rule, bytes, &none);
}

static inline const struct rule *rule_named(const char *id) {
    for (size_t i = 0; rules_all[i]; i++)
        if (strcmp(rules_all[i]->id, id) == 0) return rules_all[i];
    ck_abort_msg("there is no rule %s", id);
}
