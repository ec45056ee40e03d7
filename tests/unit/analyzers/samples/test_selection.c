/* What users ask for: windows of time, event names, regexes, states. */
#include "analyzers/samples/task.h"
#include "analyzers/samples/within.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

/* ==== The window ============================================================================ */

static struct samples_task task_of(const struct selection *selection) {
    static const struct needs needs = {.keep = PROFILE_ROWS};
    struct samples_task task;
    samples_task_make(selection, &needs, &task);
    return task;
}

START_TEST(a_window_is_relative_to_the_recording_or_absolute) {
    struct selection selection = {.from = {.kind = TIME_FROM_START, .ns = 10},
                                  .to = {.kind = TIME_FROM_END, .ns = 20}};
    struct samples_task task = task_of(&selection);
    ck_assert(task.has_window && samples_task_needs_span(&task));
    samples_task_set_window(&task, 1000, 2000, NULL);
    ck_assert_int_eq(task.window.from_ns, 1010);
    ck_assert_int_eq(task.window.to_ns, 1979);
    selection = (struct selection){.from = {.kind = TIME_ABSOLUTE, .ns = 1500}};
    task = task_of(&selection);
    ck_assert(task.has_window && !samples_task_needs_span(&task));
    ck_assert_int_eq(task.window.from_ns, 1500);
    ck_assert_int_eq(task.window.to_ns, INT64_MAX);
    selection = (struct selection){.to = {.kind = TIME_ABSOLUTE, .ns = 1500}};
    task = task_of(&selection);
    ck_assert_int_eq(task.window.from_ns, INT64_MIN);
    ck_assert_int_eq(task.window.to_ns, 1499);
}
END_TEST

START_TEST(a_window_beyond_all_clocks_is_cut_to_what_they_show) {
    const struct selection selection = {.from = {.kind = TIME_FROM_END, .ns = INT64_MAX},
                                        .to = {.kind = TIME_FROM_START, .ns = INT64_MAX}};
    struct samples_task task = task_of(&selection);
    samples_task_set_window(&task, INT64_MAX - 5, INT64_MAX, NULL);
    ck_assert_int_eq(task.window.from_ns, 0);
    ck_assert_int_eq(task.window.to_ns, INT64_MAX - 1);
    samples_task_set_window(&task, INT64_MIN, INT64_MIN + 5, NULL);
    ck_assert_int_eq(task.window.from_ns, INT64_MIN);
    ck_assert_int_eq(task.window.to_ns, -2);
}
END_TEST

/* ==== Events, regexes, states =============================================================== */

START_TEST(short_names_stand_for_event_types) {
    const char *events[] = {"alloc"};
    const struct selection selection = {.events = {events, 1, 0}};
    struct samples_task task = task_of(&selection);
    ck_assert_uint_eq(task.lane_count, 1);
    ck_assert_uint_eq(task.lanes[0].group_count, 5); /* two more are of profiles */
    ck_assert_str_eq(task.lanes[0].groups[0][0], "jdk.ObjectAllocationSample");
    ck_assert_str_eq(task.lanes[0].groups[1][1], "jdk.ObjectAllocationOutsideTLAB");
}
END_TEST

START_TEST(other_names_stand_for_themselves_and_count_once) {
    const char *events[] = {"my.Event", "jdk.ThreadPark", "my.Event", "cpu", "cpu"};
    const struct selection selection = {.events = {events, 5, 0}};
    struct samples_task task = task_of(&selection);
    ck_assert_uint_eq(task.lane_count, 3);
    ck_assert_str_eq(task.lanes[0].groups[0][0], "my.Event");
    ck_assert_uint_eq(task.lanes[0].group_count, 1);
}
END_TEST

START_TEST(without_events_the_first_of_the_usual_types_is_taken) {
    const struct selection selection = {0};
    struct samples_task task = task_of(&selection);
    ck_assert_uint_eq(task.lane_count, 1);
    ck_assert_str_eq(task.lanes[0].groups[0][0], "jdk.ExecutionSample");
    ck_assert_str_eq(task.lanes[0].groups[1][0], "jdk.CPUTimeSample");
    ck_assert_str_eq(task.lanes[0].groups[5][0], "jdk.NativeMethodSample");
}
END_TEST

static void check_refused(struct selection selection, const char *words) {
    struct jfr_error error = {0};
    ck_assert(!selection_open(&selection, &error));
    selection_close(&selection);
    ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
}

START_TEST(a_regex_that_is_none_is_refused_with_its_position) {
    const char *bad[] = {"a(b", "fine", "x[z-a]", "\xFF"};
    check_refused((struct selection){.thread = bad[0]},
                  "--thread: 'a(b' is not a regular expression: missing closing parenthesis at "
                  "position 3");
    check_refused((struct selection){.include = {bad, 1, 0}}, "--include: 'a(b'");
    check_refused((struct selection){.exclude = {bad + 1, 2, 0}},
                  "--exclude: 'x[z-a]' is not a regular expression: range out of order");
    check_refused((struct selection){.exclude = {bad + 3, 1, 0}},
                  "is not a regular expression: UTF-8 error");
}
END_TEST

START_TEST(more_regexes_or_events_than_there_is_room_for_are_refused) {
    const char *many[65];
    for (int i = 0; i < 65; i++) many[i] = "x";
    check_refused((struct selection){.include = {many, 65, 0}},
                  "--include: at most 64 can be given, there are 65");
    check_refused((struct selection){.events = {many, 17, 0}},
                  "--event: at most 16 can be given, there are 17");
    struct selection good = {.include = {many, 64, 0}, .events = {many, 16, 0}};
    struct jfr_error error;
    ck_assert(selection_open(&good, &error));
    selection_close(&good);
}
END_TEST

/* ==== What user and command say together ==================================================== */

START_TEST(rows_are_as_the_user_says_unless_the_command_needs_them_finer) {
    const struct selection selection = {.by = BY_CLASS};
    struct samples_task task = task_of(&selection);
    ck_assert_int_eq(task.by, BY_CLASS);
    ck_assert(!task.frame_type && !task.modules);
    const struct needs fine = {.keep = PROFILE_ROWS, .finest = BY_BCI};
    samples_task_make(&selection, &fine, &task);
    ck_assert_int_eq(task.by, BY_BCI);
    ck_assert(task.frame_type && task.modules);
}
END_TEST

START_TEST(samples_are_told_apart_only_by_what_somebody_asks_for) {
    const struct selection all = {0}, some = {.thread = "main", .to = {TIME_ABSOLUTE, 5}};
    const struct needs columns = {.keep = PROFILE_SAMPLES},
                       untimed = {.keep = PROFILE_SAMPLES, .time_grain = SAMPLES_NO_TIMES};
    struct samples_task task = task_of(&all);
    ck_assert(!task.needs_context && !task.needs_time);
    task = task_of(&some);
    ck_assert(task.needs_context && task.needs_time);
    samples_task_make(&all, &columns, &task);
    ck_assert(task.needs_context && task.needs_time);
    samples_task_make(&all, &untimed, &task);
    ck_assert(task.needs_context && !task.needs_time);
}
END_TEST

START_TEST(a_copy_may_ask_for_other_events_with_the_same_regexes) {
    const char *events[] = {"lock"}, *include[] = {"a+"};
    struct selection selection = {.include = {include, 1, 0}};
    struct jfr_error error = {0};
    ck_assert(selection_open(&selection, &error));
    struct selection copy = selection;
    copy.events = (struct text_list){events, 1, 0};
    struct samples_task task = task_of(&copy);
    ck_assert_str_eq(task.lanes[0].groups[0][0], "jdk.JavaMonitorEnter");
    ck_assert_ptr_eq(task.selection->regexes, selection.regexes);
    selection_close(&selection);
}
END_TEST

START_TEST(states_are_known_with_and_without_their_prefix) {
    ck_assert(selection_state_matches("STATE_RUNNABLE", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("state_runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("Sleeping", "SLEEPING"));
    ck_assert(!selection_state_matches("run", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("runnable", "STATE_"));
}
END_TEST

START_TEST(whatever_leaves_samples_out_alone_is_a_filter_and_times_are_a_window) {
    const char *text[] = {"a"};
    const struct text_list one = {text, 1, 0};
    const struct within within = {.grouped = false};
    const struct time_point at = {.kind = TIME_FROM_START};
    const struct {
        struct selection selection;
        bool filters, window;
    } cases[] = {{{.by = BY_LINE, .hidden = true, .split_field = "a"}, false, false},
                 {{.events = one}, false, false},
                 {{.from = at}, true, true},
                 {{.to = at}, true, true},
                 {{.thread = "a"}, true, false},
                 {{.states = one}, true, false},
                 {{.include = one}, true, false},
                 {{.exclude = one}, true, false},
                 {{.within = &within}, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(selection_filters(&cases[i].selection) == cases[i].filters, "%zu", i);
        ck_assert_msg(selection_has_window(&cases[i].selection) == cases[i].window, "%zu", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("selection");
    TCase *cases = tcase_create("selection");
    tcase_add_test(cases, a_window_is_relative_to_the_recording_or_absolute);
    tcase_add_test(cases, a_window_beyond_all_clocks_is_cut_to_what_they_show);
    tcase_add_test(cases, short_names_stand_for_event_types);
    tcase_add_test(cases, other_names_stand_for_themselves_and_count_once);
    tcase_add_test(cases, without_events_the_first_of_the_usual_types_is_taken);
    tcase_add_test(cases, a_regex_that_is_none_is_refused_with_its_position);
    tcase_add_test(cases, more_regexes_or_events_than_there_is_room_for_are_refused);
    tcase_add_test(cases, states_are_known_with_and_without_their_prefix);
    tcase_add_test(cases, rows_are_as_the_user_says_unless_the_command_needs_them_finer);
    tcase_add_test(cases, samples_are_told_apart_only_by_what_somebody_asks_for);
    tcase_add_test(cases, a_copy_may_ask_for_other_events_with_the_same_regexes);
    tcase_add_test(cases, whatever_leaves_samples_out_alone_is_a_filter_and_times_are_a_window);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
