/* What the agent writes about its own sampling, as the readers show it. */
#include "agent/recording/recording.h"
#include "analyzers/facts/agent.h"
#include "analyzers/facts/summary.h"
#include "analyzers/samples/samples.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static const struct recording_thread thread = {.java_name = "main", .os_tid = 1, .java_id = 1};
static const struct recording_method method = {.key = 1, .class_name = "a/B", .name = "c"};

static void write_recording(const char *engine, int statistics) {
    char error[300];
    struct agent_options options = {.file = path, .system_ns = -1};
    snprintf(path, sizeof path, "/tmp/test-agent-report-%ld.jfr", (long)getpid());
    struct recording *r = recording_open(&options, error, sizeof error);
    ck_assert_msg(r != NULL, "%s", error);
    recording_setting(r, RECORDING_EXECUTION_SAMPLE, "enabled", "true");
    recording_setting(r, RECORDING_EXECUTION_SAMPLE, "engine", engine);
    struct recording_frame frame = {&method, 1, 0, RECORDING_JIT};
    struct recording_stack stack = {&frame, 1, false};
    recording_execution_sample(r, 1, &thread, &stack, RECORDING_STATE_RUNNABLE, 20000000, false);
    recording_event(r, RECORDING_ALLOCATION_SAMPLE, 1, {.thread = &thread}, {.stack = &stack},
                    {.s = "[I"}, {16});
    for (int i = 0; i < statistics; i++) {
        if (i == statistics / 2) recording_rotate(r);
        /* medians 10, 30, 20, the last second had no sample */
        static const int64_t medians[] = {10, 30, 20, 0};
        recording_statistics(r, &(struct recording_statistics){.start = 1,
                                                               .end = 2,
                                                               .requested = 100,
                                                               .taken = 60,
                                                               .timed_out = 30,
                                                               .left = 1,
                                                               .exited = 2,
                                                               .failures = {[2] = 4, [10] = i == 0},
                                                               .hold_median = medians[i % 4],
                                                               .hold_p99 = medians[i % 4] * 10,
                                                               .hold_max = medians[i % 4] * 100,
                                                               .no_processor = 5});
    }
    ck_assert(recording_close(r));
}

static const char *fact(const struct summary *summary, const char *key) {
    for (size_t i = 0; i < summary->facts.len; i++)
        if (strcmp(summary->facts.items[i].group, "agent") == 0 &&
            strcmp(summary->facts.items[i].key, key) == 0)
            return summary->facts.items[i].value;
    return "none";
}

static bool warned(const struct summary *summary, const char *text) {
    for (size_t i = 0; i < summary->warnings.len; i++)
        if (strstr(summary->warnings.items[i], text)) return true;
    return false;
}

static struct summary *read_summary(struct scan_report *report) {
    const char *paths[] = {path};
    return summary_read(&(struct scan_options){.paths = paths, .path_count = 1, .jobs = 2}, report);
}

START_TEST(statistics_of_all_chunks_are_added_up) {
    struct scan_report report = {0};
    write_recording("suspend", 4);
    struct summary *summary = read_summary(&report);
    ck_assert_str_eq(fact(summary, "requested"), "400");
    ck_assert_str_eq(fact(summary, "taken"), "240");
    ck_assert_str_eq(fact(summary, "timed_out"), "120");
    ck_assert_str_eq(fact(summary, "no_processor"), "20");
    ck_assert_str_eq(fact(summary, "left_state"), "4");
    ck_assert_str_eq(fact(summary, "exited"), "8");
    ck_assert_str_eq(fact(summary, "gc_active"), "16");
    ck_assert_str_eq(fact(summary, "safepoint"), "1");
    ck_assert_str_eq(fact(summary, "not_java"), "none");
    ck_assert_str_eq(fact(summary, "held_median_ns"), "20");
    ck_assert_str_eq(fact(summary, "held_p99_ns"), "200");
    ck_assert_str_eq(fact(summary, "held_max_ns"), "3000");
    ck_assert(warned(summary, "30 % of the requested samples"));
    ck_assert(!warned(summary, "safepoints only"));
    summary_free(summary);
    scan_report_free(&report);
    unlink(path);
}
END_TEST

START_TEST(without_statistics_nothing_is_said) {
    struct scan_report report = {0};
    write_recording("suspend", 0);
    struct summary *summary = read_summary(&report);
    ck_assert_str_eq(fact(summary, "requested"), "none");
    ck_assert_uint_eq(summary->warnings.len, 0);
    summary_free(summary);
    scan_report_free(&report);
    unlink(path);
}
END_TEST

static bool samples_biased(const char *engine) {
    const char *paths[] = {path};
    struct scan_report report = {0};
    write_recording(engine, 1);
    struct summary *summary = read_summary(&report);
    bool in_summary = warned(summary, "safepoints only");
    summary_free(summary);
    scan_report_free(&report);
    struct samples *samples = samples_read(&(struct scan_options){.paths = paths, .path_count = 1},
                                           &(struct selection){.thread = NULL},
                                           &(struct needs){.keep = PROFILE_ROWS}, &report);
    bool biased = samples->biased;
    samples_free(samples);
    scan_report_free(&report);
    unlink(path);
    ck_assert(in_summary == biased);
    return biased;
}

START_TEST(samples_at_safepoints_are_known_as_such) {
    ck_assert(samples_biased("jvmti"));
    ck_assert(!samples_biased("suspend"));
    ck_assert(!samples_biased("itimer"));
    ck_assert(!samples_biased("jvmti, or longer than any name of an engine"));
}
END_TEST

/* Shares are rounded down: only all of it is 100 %. */
static const struct proof {
    uint64_t sampled, used, whole, taken;
    const char *said; /* NULL: nothing */
} proofs[] = {
    {0, 1000, 10, 10, NULL},
    {1000, 0, 10, 10, NULL},
    {1000, 1000, 10, 10,
     "100.0 % of the CPU time is in these samples, 100.0 % of the stacks are whole"},
    {999, 1000, 9999, 10000,
     "99.9 % of the CPU time is in these samples, 99.9 % of the stacks are whole"},
    {9899, 10000, 1, 3,
     "98.9 % of the CPU time is in these samples, 33.3 % of the stacks are whole"},
    {1, 2, 0, 10, "50.0 % of the CPU time is in these samples"},
    {1, 2, 0, 0, "50.0 % of the CPU time is in these samples"},
};

START_TEST(what_a_recording_has_of_all_is_one_sentence) {
    const struct proof *row = &proofs[_i];
    struct agent_statistics statistics = {0};
    char said[AGENT_PROOF] = "";
    statistics.counts[AGENT_CPU_SAMPLED] = row->sampled;
    statistics.counts[AGENT_CPU_USED] = row->used;
    statistics.counts[AGENT_WHOLE] = row->whole;
    statistics.counts[AGENT_TAKEN] = row->taken;
    ck_assert_int_eq(agent_statistics_proof(&statistics, said, sizeof said), row->said != NULL);
    ck_assert_str_eq(said, row->said ? row->said : "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("agent report");
    TCase *cases = tcase_create("agent report");
    tcase_add_test(cases, statistics_of_all_chunks_are_added_up);
    tcase_add_test(cases, without_statistics_nothing_is_said);
    tcase_add_test(cases, samples_at_safepoints_are_known_as_such);
    tcase_add_loop_test(cases, what_a_recording_has_of_all_is_one_sentence, 0,
                        sizeof proofs / sizeof *proofs);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
